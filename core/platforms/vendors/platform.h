// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Something that a platform cannot do without.
struct PlatformNeed {
    enum class Kind {
        Program,    ///< name: of the program, "nvcc"
        Package,    ///< name: of the Python package, as pip calls it; a|b: either
        Device,     ///< name: torch's prefix, "npu": torch must see such a device
        TorchBuild, ///< name: what torch must have been built for: "cuda", "hip"
        Folder,     ///< name: the environment variable that must name a folder
        Header,     ///< name: "Python.h", of the interpreter itself
        PlainPath   ///< the interpreter's folders must have paths that a shell leaves as they are
    };
    Kind kind = Kind::Program;
    std::string name;
    std::string fix; ///< the command or step that adds it; {python} stands for the interpreter
};

/// A kind of device that a platform's candidates run on, and what that takes.
struct PlatformDevice {
    std::string prefix;                           ///< torch's: "cpu", "cuda", "xpu", "npu", "musa"
    std::string how;                              ///< "through its interpreter"; empty: as it is
    std::vector<PlatformNeed> needs;              ///< in the order in which to say what is missing
    std::map<std::string, std::string> variables; ///< of the candidates' environment
    std::vector<std::string> nodes; ///< beginnings of names in /dev that candidates may use
};

/// A language or library that candidates are written with, and how they are built and run.
/// Plain data: what a candidate does is up to the Python worker (`loader`) or kloupe-host.
struct Platform {
    std::string name;      ///< "torch-cpu", unique
    std::string title;     ///< "C++ extensions of PyTorch"
    std::string vendor;    ///< "NVIDIA", "any"
    bool isNative = false; ///< candidates of native tasks; needs no Python
    /// The module of resources/worker/loupe_worker/platforms that loads a candidate; empty: it is
    /// an ordinary Python module.
    std::string loader;
    /// What candidates that are no torch.nn.Module take and return: "jax"; empty: torch's tensors.
    std::string arrays;
    std::vector<std::string> modules; ///< imported before the first fork, where there are
    /// Environment variables that reach candidates as we got them: where a toolkit lies.
    std::vector<std::string> passedOn;
    /// Where its toolkit lies by custom: shown to candidates, and searched for programs there and
    /// in bin.
    std::vector<std::filesystem::path> folders;
    std::vector<PlatformDevice> devices; ///< preferred first; at least one
};

/// What platforms look at. A value, so that tests can make machines up.
struct PlatformSurroundings {
    const PythonEnvironment *python = nullptr; ///< null: there is none
    std::function<bool(const std::filesystem::path &)> isProgram;
    std::function<bool(const std::filesystem::path &)> isFolder;
    std::function<std::string(const std::string &)> variable; ///< empty: not set

    /// This machine as it is now.
    static PlatformSurroundings here(const PythonEnvironment *python);
};

/// Whether a platform's candidates can be built and run, and if not, why.
struct Availability {
    bool isAvailable = false;
    const PlatformDevice *device = nullptr; ///< of the platform: what they would run on
    std::string reason;                     ///< one sentence when not available
    std::string fix;                        ///< the command or step that adds what is missing
    /// Folders with the tools it needs that a candidate would not find otherwise.
    std::vector<std::filesystem::path> toolFolders;
};

/// The first of the platform's devices that can be used, or why its preferred one cannot. `device`
/// ("cpu", "cuda:0") asks for one; empty: any. Starts nothing.
Availability availability(const Platform &platform, const PlatformSurroundings &surroundings,
                          std::string_view device = {});

/// Makes servers work for an available platform: loader, environment, tools, device nodes, modules
/// to import. Leaves the device itself to the caller.
void configure(PythonSettings &settings, const Platform &platform, const Availability &available,
               const PlatformSurroundings &surroundings);

/// Platforms by name. Filled once, then only read.
class PlatformRegistry
{
public:
    /// InvalidInput when the name is empty or there, or when it runs on no device.
    Status add(Platform platform);
    /// Null when there is none of that name.
    const Platform *find(std::string_view name) const;
    /// NotFound, with the names that there are.
    Result<const Platform *> get(std::string_view name) const;
    const std::vector<Platform> &all() const { return m_platforms; }

private:
    std::vector<Platform> m_platforms; ///< in the order of registration
};

/// The platforms that this program knows; lives as long as the program. A new one: a file in
/// vendors/ and its name in registry.cpp (CONTRIBUTING.md).
const PlatformRegistry &knownPlatforms();

} // namespace loupe
