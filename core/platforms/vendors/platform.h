// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Requirement of a platform.
struct PlatformNeed {
    enum class Kind {
        Program,    ///< name: of the program, "nvcc"
        Package,    ///< name: of the Python package, as in pip; a|b: either
        Device,     ///< name: torch's prefix, "npu"; torch must see such a device
        TorchBuild, ///< name: required build target of torch, "cuda", "hip"
        Folder,     ///< name: environment variable that must name a folder
        Header,     ///< name: header of the interpreter, "Python.h"
        PlainPath   ///< the paths of the interpreter's folders must need no shell quoting
    };
    Kind kind = Kind::Program;
    std::string name;
    std::string fix; ///< command or step that adds it; {python} stands for the interpreter
};

/// Kind of device that a platform's candidates run on, with its requirements.
struct PlatformDevice {
    std::string prefix;                   ///< torch's: "cpu", "cuda", "xpu", "npu", "musa"
    std::string how = {};                 ///< "through its interpreter"; empty: directly
    std::vector<PlatformNeed> needs = {}; ///< in the order of reporting
    std::map<std::string, std::string> variables = {}; ///< for the candidates' environment
    std::vector<std::string> nodes = {};               ///< prefixes of usable names in /dev
};

/// Language or library of candidates, and how they are built and run. Plain data: the Python worker
/// (`loader`) or kloupe-host does the work.
struct Platform {
    std::string name;      ///< "torch-cpu", unique
    std::string title;     ///< "C++ extensions of PyTorch"
    std::string vendor;    ///< "NVIDIA", "any"
    bool isNative = false; ///< candidates of native tasks; needs no Python
    /// Module of resources/worker/loupe_worker/platforms that loads a candidate; empty: an ordinary
    /// Python module.
    std::string loader = {};
    /// Array type of candidates that are not a torch.nn.Module: "jax"; empty: torch's tensors.
    std::string arrays = {};
    std::vector<std::string> modules = {}; ///< imported before the first fork, if installed
    /// Environment variables passed to candidates unchanged: paths of a toolkit.
    std::vector<std::string> passedOn = {};
    /// Customary folders of its toolkit: shown to candidates; programs are searched there and in
    /// bin.
    std::vector<std::filesystem::path> folders = {};
    std::vector<PlatformDevice> devices; ///< preferred first; at least one
};

/// Environment in which platforms are examined. A value, so that tests can simulate machines.
struct PlatformSurroundings {
    const PythonEnvironment *python = nullptr; ///< null: none
    std::function<bool(const std::filesystem::path &)> isProgram;
    std::function<bool(const std::filesystem::path &)> isFolder;
    std::function<std::string(const std::string &)> variable; ///< empty: unset

    /// Returns the current state of this machine.
    static PlatformSurroundings here(const PythonEnvironment *python);
};

/// Result of the check whether a platform's candidates can be built and run.
struct Availability {
    bool isAvailable = false;
    const PlatformDevice *device = nullptr; ///< device of the platform that they would use
    std::string reason;                     ///< one sentence if not available
    std::string fix;                        ///< command or step that adds what is missing
    /// Folders of required tools that a candidate would not find otherwise.
    std::vector<std::filesystem::path> toolFolders;
};

/// Returns the platform's first usable device, or why its preferred one is unusable. `device`
/// ("cpu", "cuda:0") selects one; empty: any. Starts no process.
Availability availability(const Platform &platform, const PlatformSurroundings &surroundings,
                          std::string_view device = {});

/// Configures servers for an available platform: loader, environment, tools, device nodes, modules
/// to import. The caller sets the device itself.
void configure(PythonSettings &settings, const Platform &platform, const Availability &available,
               const PlatformSurroundings &surroundings);

/// Platforms by name.
class PlatformRegistry
{
public:
    explicit PlatformRegistry(std::vector<Platform> platforms) : m_platforms(std::move(platforms))
    {
    }
    /// Returns null if there is none of that name.
    const Platform *find(std::string_view name) const;
    /// Returns NotFound with the known names if there is none of that name.
    Result<const Platform *> get(std::string_view name) const;
    const std::vector<Platform> &all() const { return m_platforms; }

private:
    std::vector<Platform> m_platforms;
};

/// Returns the platforms known to this program, which live as long as the program. To add one, add
/// an entry to registry.cpp (CONTRIBUTING.md).
const PlatformRegistry &knownPlatforms();

} // namespace loupe
