#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

// Runs one compute shader: see README.md.

namespace {

constexpr int kSkipped = 77;

[[noreturn]] void die(const std::string& what, int code = 1) {
  std::fprintf(stderr, "spirv_runner: %s\n", what.c_str());
  std::exit(code);
}

void check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) {
    die(std::string(what) + " failed with " + std::to_string(static_cast<int>(result)));
  }
}

std::vector<char> fileBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    die("cannot read " + path);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Binding {
  std::uint32_t number = 0;
  std::vector<char> bytes;
  std::uint32_t width = 0;  // 0: a buffer.
  std::uint32_t height = 0;
  std::string out;  // Output file.
};

struct Arguments {
  std::string shader;
  std::string entry = "main";
  std::uint32_t groups = 1;
  std::vector<Binding> bindings;
};

Arguments parsed(int argc, char** argv) {
  Arguments a;
  int i = 1;
  const auto next = [&]() -> std::string {
    if (i >= argc) {
      die("an argument is missing");
    }
    return argv[i++];
  };
  const auto number = [&]() { return static_cast<std::uint32_t>(std::stoul(next())); };
  a.shader = next();
  while (i < argc) {
    const std::string word = next();
    if (word == "--groups") {
      a.groups = number();
    } else if (word == "--entry") {
      a.entry = next();
    } else if (word == "--texture") {
      Binding b;
      b.number = number();
      b.bytes = fileBytes(next());
      b.width = number();
      b.height = number();
      if (b.bytes.size() != std::size_t{16} * b.width * b.height) {
        die("the texture has another size");
      }
      a.bindings.push_back(std::move(b));
    } else if (word == "--buffer") {
      Binding b;
      b.number = number();
      b.bytes = fileBytes(next());
      a.bindings.push_back(std::move(b));
    } else if (word == "--out") {
      Binding b;
      b.number = number();
      b.bytes.resize(number());
      b.out = next();
      a.bindings.push_back(std::move(b));
    } else {
      die("unknown argument " + word);
    }
  }
  return a;
}

/// A device, a queue, and objects created on it; freed with the process.
class Gpu {
 public:
  Gpu() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    VkInstance instance{};
    if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS) {
      die("no Vulkan here", kSkipped);
    }
    std::uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance, &count, devices.data());
    if (devices.empty()) {
      die("no Vulkan device here", kSkipped);
    }
    m_physical = devices.front();
    for (const VkPhysicalDevice device : devices) {  // The software one, so that results do not depend on the machine.
      VkPhysicalDeviceProperties properties;
      vkGetPhysicalDeviceProperties(device, &properties);
      if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
        m_physical = device;
      }
    }
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, families.data());
    std::uint32_t family = 0;
    while (family < count && (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
      ++family;
    }
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo deviceInfo{};
    deviceInfo.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    deviceInfo.queueCreateInfoCount = 1;
    deviceInfo.pQueueCreateInfos = &queue;
    check(vkCreateDevice(m_physical, &deviceInfo, nullptr, &m_device), "vkCreateDevice");
    vkGetDeviceQueue(m_device, family, 0, &m_queue);
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = family;
    check(vkCreateCommandPool(m_device, &pool, nullptr, &m_pool), "vkCreateCommandPool");
  }

  VkDevice device() const { return m_device; }

  struct Buffer {
    VkBuffer buffer{};
    void* memory = nullptr;
  };
  Buffer buffer(const std::vector<char>& bytes, VkBufferUsageFlags usage) const {
    Buffer result;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = std::max<std::size_t>(bytes.size(), 4);
    info.usage = usage;
    check(vkCreateBuffer(m_device, &info, nullptr, &result.buffer), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(m_device, result.buffer, &needs);
    const VkDeviceMemory memory =
        allocate(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(m_device, result.buffer, memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(m_device, memory, 0, VK_WHOLE_SIZE, 0, &result.memory), "vkMapMemory");
    std::memcpy(result.memory, bytes.data(), bytes.size());
    return result;
  }

  struct Image {
    VkImage image{};
    VkImageView view{};
  };
  Image image(std::uint32_t width, std::uint32_t height) const {
    Image result;
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R32G32B32A32_SFLOAT;
    info.extent = {width, height, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    check(vkCreateImage(m_device, &info, nullptr, &result.image), "vkCreateImage");
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(m_device, result.image, &needs);
    check(vkBindImageMemory(m_device, result.image, allocate(needs, 0), 0), "vkBindImageMemory");
    VkImageViewCreateInfo view{};
    view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view.image = result.image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = info.format;
    view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    check(vkCreateImageView(m_device, &view, nullptr, &result.view), "vkCreateImageView");
    return result;
  }

  VkCommandBuffer commands() const {
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = m_pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer result{};
    check(vkAllocateCommandBuffers(m_device, &info, &result), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    check(vkBeginCommandBuffer(result, &begin), "vkBeginCommandBuffer");
    return result;
  }

  void submit(VkCommandBuffer buffer) const {
    check(vkEndCommandBuffer(buffer), "vkEndCommandBuffer");
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &buffer;
    check(vkQueueSubmit(m_queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(m_queue), "vkQueueWaitIdle");
  }

 private:
  VkDeviceMemory allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags) const {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(m_physical, &memory);
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      if ((needs.memoryTypeBits >> i & 1) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) {
        VkMemoryAllocateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
        info.allocationSize = needs.size;
        info.memoryTypeIndex = i;
        VkDeviceMemory result{};
        check(vkAllocateMemory(m_device, &info, nullptr, &result), "vkAllocateMemory");
        return result;
      }
    }
    die("no such memory");
  }

  VkPhysicalDevice m_physical{};
  VkDevice m_device{};
  VkQueue m_queue{};
  VkCommandPool m_pool{};
};

void toLayout(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                       0, nullptr, 1, &barrier);
}

void run(const Arguments& arguments) {
  const Gpu gpu;
  std::vector<VkDescriptorSetLayoutBinding> layoutBindings;
  for (const Binding& b : arguments.bindings) {
    VkDescriptorSetLayoutBinding binding{};
    binding.binding = b.number;
    binding.descriptorType = b.width > 0 ? VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    binding.descriptorCount = 1;
    binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    layoutBindings.push_back(binding);
  }
  VkDescriptorSetLayoutCreateInfo setInfo{};
  setInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  setInfo.bindingCount = static_cast<std::uint32_t>(layoutBindings.size());
  setInfo.pBindings = layoutBindings.data();
  VkDescriptorSetLayout setLayout{};
  check(vkCreateDescriptorSetLayout(gpu.device(), &setInfo, nullptr, &setLayout), "vkCreateDescriptorSetLayout");
  VkPipelineLayoutCreateInfo layoutInfo{};
  layoutInfo.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layoutInfo.setLayoutCount = 1;
  layoutInfo.pSetLayouts = &setLayout;
  VkPipelineLayout layout{};
  check(vkCreatePipelineLayout(gpu.device(), &layoutInfo, nullptr, &layout), "vkCreatePipelineLayout");

  const std::vector<char> code = fileBytes(arguments.shader);
  std::vector<std::uint32_t> words(code.size() / 4);
  std::memcpy(words.data(), code.data(), words.size() * 4);
  VkShaderModuleCreateInfo moduleInfo{};
  moduleInfo.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  moduleInfo.codeSize = words.size() * 4;
  moduleInfo.pCode = words.data();
  VkComputePipelineCreateInfo pipelineInfo{};
  pipelineInfo.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  pipelineInfo.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  pipelineInfo.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  pipelineInfo.stage.pName = arguments.entry.c_str();
  check(vkCreateShaderModule(gpu.device(), &moduleInfo, nullptr, &pipelineInfo.stage.module), "vkCreateShaderModule");
  pipelineInfo.layout = layout;
  VkPipeline pipeline{};
  check(vkCreateComputePipelines(gpu.device(), VK_NULL_HANDLE, 1, &pipelineInfo, nullptr, &pipeline),
        "vkCreateComputePipelines");

  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 8}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 32}};
  VkDescriptorPoolCreateInfo poolInfo{};
  poolInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  poolInfo.maxSets = 1;
  poolInfo.poolSizeCount = 2;
  poolInfo.pPoolSizes = sizes;
  VkDescriptorPool pool{};
  check(vkCreateDescriptorPool(gpu.device(), &poolInfo, nullptr, &pool), "vkCreateDescriptorPool");
  VkDescriptorSetAllocateInfo allocateInfo{};
  allocateInfo.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocateInfo.descriptorPool = pool;
  allocateInfo.descriptorSetCount = 1;
  allocateInfo.pSetLayouts = &setLayout;
  VkDescriptorSet set{};
  check(vkAllocateDescriptorSets(gpu.device(), &allocateInfo, &set), "vkAllocateDescriptorSets");

  const VkCommandBuffer commands = gpu.commands();
  std::vector<std::pair<const Binding*, void*>> outputs;
  for (const Binding& b : arguments.bindings) {
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.dstBinding = b.number;
    write.descriptorCount = 1;
    VkDescriptorImageInfo imageInfo{};
    VkDescriptorBufferInfo bufferInfo{};
    if (b.width > 0) {
      const Gpu::Buffer staged = gpu.buffer(b.bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
      const Gpu::Image image = gpu.image(b.width, b.height);
      toLayout(commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
      VkBufferImageCopy copy{};
      copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
      copy.imageExtent = {b.width, b.height, 1};
      vkCmdCopyBufferToImage(commands, staged.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
      toLayout(commands, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
      imageInfo = {VK_NULL_HANDLE, image.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
      write.descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
      write.pImageInfo = &imageInfo;
    } else {
      const Gpu::Buffer buffer = gpu.buffer(b.bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
      if (!b.out.empty()) {
        outputs.emplace_back(&b, buffer.memory);
      }
      bufferInfo = {buffer.buffer, 0, VK_WHOLE_SIZE};
      write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      write.pBufferInfo = &bufferInfo;
    }
    vkUpdateDescriptorSets(gpu.device(), 1, &write, 0, nullptr);
  }
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
  vkCmdDispatch(commands, arguments.groups, 1, 1);
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                       nullptr, 0, nullptr);
  gpu.submit(commands);
  for (const auto& [binding, memory] : outputs) {
    std::ofstream out(binding->out, std::ios::binary);
    out.write(static_cast<const char*>(memory), static_cast<std::streamsize>(binding->bytes.size()));
    if (!out.flush()) {
      die("cannot write " + binding->out);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    die("usage: spirv_runner SHADER.spv --groups N --out BINDING BYTES FILE … (README.md)");
  }
  run(parsed(argc, argv));
  return 0;
}
