// SPDX-License-Identifier: Apache-2.0
#include "core/base/environment.h"
#include "core/base/shellword.h"
#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/child/childprocess.h"

#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds questionPatience{120};
constexpr const char *mark = "loupe-facts:";

/// Prints one line of JSON after the mark. Runs in every Python 3.
constexpr const char *questions = R"(
import json, os, sys
facts = {'version': '%d.%d.%d' % sys.version_info[:3]}
def compiled(name):
    found = importlib.util.find_spec(name)
    return not found or os.path.exists(importlib.util.cache_from_source(found.origin))
def seen_without_torch():
    """What torch would say of itself and of the driver's devices, without importing it: it takes
    longer than all else. False where that cannot be told."""
    import ctypes
    folder = importlib.util.find_spec('torch').submodule_search_locations[0]
    told = {}
    with open(os.path.join(folder, 'version.py')) as file:
        exec(file.read(), told)
    if 'cuda' not in told or any(told.get(name) for name in ('hip', 'rocm', 'xpu')):
        return False
    if not told['cuda']: # a build for processors alone sees no device
        packages['torch'] = str(told['__version__'])
        facts['torch_build'] = 'cpu'
        return True
    driver = ctypes.CDLL('libcuda.so.1')
    number = ctypes.c_int()
    def ask(name, *arguments):
        if getattr(driver, name)(*arguments) != 0:
            raise OSError(name)
        return number.value
    ask('cuInit', 0)
    if ask('cuDriverGetVersion', ctypes.byref(number)) // 1000 < int(told['cuda'].split('.')[0]):
        return False
    for place in range(ask('cuDeviceGetCount', ctypes.byref(number))):
        device, name = ctypes.c_int(), ctypes.create_string_buffer(256)
        ask('cuDeviceGet', ctypes.byref(device), place)
        ask('cuDeviceGetName', name, len(name), device)
        capability = [ask('cuDeviceGetAttribute', ctypes.byref(number), kind, device)
                      for kind in (75, 76)]
        facts['devices'].append(name.value.decode())
        facts['capabilities'].append('%d.%d' % tuple(capability))
    packages['torch'] = str(told['__version__'])
    facts['torch_build'] = 'cuda'
    if facts['devices']:
        facts['accelerators']['cuda'] = len(facts['devices'])
    return True
def is_seen_without_torch():
    vendors = ('torch_npu', 'torch_musa', 'intel_extension_for_pytorch')
    if not sys.argv[1:] or not compiled('torch') or any(name in packages for name in vendors):
        return False
    try:
        return seen_without_torch()
    except Exception:
        facts.update(devices=[], capabilities=[], accelerators={})
        return False
if sys.version_info >= (3, 9):
    links = [sys.executable]
    while os.path.islink(links[-1]):
        links.append(os.path.join(os.path.dirname(links[-1]), os.readlink(links[-1])))
    paths = [sys.prefix, sys.base_prefix, sys.exec_prefix] + sys.path
    paths += [os.path.dirname(link) for link in links]
    folders = {os.path.abspath(path) for path in paths if path and os.path.isdir(path)}
    folders |= {os.path.realpath(path) for path in folders}
    facts['roots'] = sorted(folders)
    import sysconfig
    includes = [sysconfig.get_path(kind) for kind in ('include', 'platinclude')]
    facts['headers'] = any(os.path.isfile(os.path.join(each, 'Python.h'))
                           for each in includes if each)
    import importlib.metadata, importlib.util
    if sys.argv[1:] and not compiled('torch'):
        sys.pycache_prefix = sys.argv[1]
        facts['bytecode'] = True
    packages = {}
    for name in ('torch', 'triton', 'jax', 'numpy', 'ninja', 'jax-cuda12-plugin',
                 'jax-cuda13-plugin', 'torch_npu', 'torch_musa', 'intel_extension_for_pytorch',
                 'tilelang', 'nvidia-cutlass-dsl'):
        try:
            packages[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            pass
    facts['devices'] = []
    facts['capabilities'] = []
    facts['accelerators'] = {}
    try:
        if is_seen_without_torch():
            raise StopIteration
        import torch
        packages['torch'] = str(torch.__version__)
        if torch.cuda.is_available():
            facts['devices'] = [torch.cuda.get_device_name(i)
                                for i in range(torch.cuda.device_count())]
            facts['capabilities'] = ['%d.%d' % torch.cuda.get_device_capability(i)
                                     for i in range(torch.cuda.device_count())]
        facts['torch_build'] = ('hip' if getattr(torch.version, 'hip', None) else
                                'cuda' if torch.version.cuda else
                                'xpu' if getattr(torch.version, 'xpu', None) else 'cpu')
        for name in ('torch_npu', 'torch_musa'):
            if name in packages:
                try:
                    importlib.import_module(name)
                except Exception:
                    pass # then torch sees none of its devices
        for prefix in ('cuda', 'xpu', 'npu', 'musa'):
            module = getattr(torch, prefix, None)
            if module is not None and module.is_available():
                facts['accelerators'][prefix] = module.device_count()
    except StopIteration:
        pass
    except Exception as error:
        packages.pop('torch', None)
        facts['torch_error'] = '%s: %s' % (type(error).__name__, error)
    facts['packages'] = packages
print('loupe-facts:' + json.dumps(facts))
if 'bytecode' in facts and 'torch' in sys.modules:
    torch.cuda.is_available = lambda: True # asked for a hint only
    for name in ('triton', 'torch.utils.cpp_extension'):
        try:
            if not compiled(name):
                importlib.import_module(name)
        except Exception:
            pass # whoever needs it will say so
)";

Error problem(Errc code, const std::string &message, const fs::path &interpreter,
              const std::string &hint, const std::string &detail = {})
{
    return Error{code, message, interpreter.string(), hint, detail};
}

Result<Json> askInterpreter(const fs::path &interpreter, const fs::path &bytecode,
                            const std::stop_token &stop)
{
    ChildSpec spec;
    spec.argv = {interpreter.string(), "-I", "-c", questions};
    if (!bytecode.empty())
        spec.argv.push_back(bytecode.string());
    spec.mode = SandboxMode::None;
    spec.environment = {{"PATH", "/usr/bin:/bin"}, {"LANG", "C.UTF-8"}};
    passVariables({"HOME", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}, spec.environment);
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    const ChildEnd end = (*child)->wait(std::chrono::steady_clock::now() + questionPatience, stop);
    if (end.kind == ChildEnd::Kind::Cancelled)
        return problem(Errc::Cancelled, "stopped on request", interpreter, {});
    const std::size_t found = end.output.rfind(mark);
    if (found != std::string::npos) {
        const std::string_view rest = std::string_view(end.output).substr(found);
        const std::string_view line = rest.substr(0, rest.find('\n'));
        Result<Json> facts = parseJson(line.substr(std::string_view(mark).size()), "python");
        if (facts && facts->is_object() && facts->contains("version"))
            return facts;
    }
    return problem(Errc::InvalidInput, "this program is not a Python 3", interpreter,
                   "name a Python interpreter, such as /path/to/venv/bin/python", end.output);
}

bool isWithin(const fs::path &path, const fs::path &folder)
{
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

/// Returns the folders without those inside others or shown by the sandbox anyway.
std::vector<fs::path> outermost(const std::vector<std::string> &folders)
{
    std::vector<fs::path> kept;
    for (const std::string &text : folders) { // sorted: a folder precedes its content
        const fs::path folder = fs::path(text).lexically_normal();
        const auto covers = [&](const fs::path &outer) { return isWithin(folder, outer); };
        const bool isSystem = folder == "/" || covers("/usr") || covers("/bin") || covers("/lib")
            || covers("/lib64") || covers("/sbin");
        if (!isSystem && std::none_of(kept.begin(), kept.end(), covers))
            kept.push_back(folder);
    }
    return kept;
}

bool isOldPython(const std::string &version)
{
    return !version.starts_with("3.") || std::atoi(version.c_str() + 2) < 9;
}

/// Converts the interpreter's facts; throws Json::exception if they have other types.
Result<PythonEnvironment> environmentOf(const fs::path &program, const Json &facts)
{
    PythonEnvironment found;
    found.interpreter = program;
    found.version = facts.value("version", std::string());
    if (isOldPython(found.version))
        return problem(Errc::InvalidInput,
                       "this Python is " + found.version + "; KernelLoupe needs at least 3.9",
                       program, "name a newer one");
    found.packages = facts.value("packages", std::map<std::string, std::string>());
    if (!found.packages.contains("torch"))
        return problem(Errc::Environment, "this Python has no torch that can be imported", program,
                       shellWord(program.string()) + " -m pip install torch",
                       facts.value("torch_error", std::string()));
    found.devices = facts.value("devices", std::vector<std::string>());
    found.capabilities = facts.value("capabilities", std::vector<std::string>());
    found.hasCuda = !found.devices.empty();
    found.torchBuild = facts.value("torch_build", std::string("cpu"));
    found.accelerators = facts.value("accelerators", std::map<std::string, int>());
    found.hasHeaders = facts.value("headers", true);
    found.roots = outermost(facts.value("roots", std::vector<std::string>()));
    return found;
}

} // namespace

Result<PythonEnvironment> inspectPython(const fs::path &interpreter, const std::stop_token &stop,
                                        const fs::path &bytecode)
{
    std::error_code failed;
    const fs::path program = fs::absolute(interpreter, failed);
    if (!fs::exists(program, failed))
        return problem(Errc::NotFound, "there is no such Python interpreter", program,
                       "name one, such as /path/to/venv/bin/python");
    if (!fs::is_regular_file(program, failed) || access(program.c_str(), X_OK) != 0)
        return problem(Errc::InvalidInput, "this is not a program", program,
                       "name a Python interpreter, such as /path/to/venv/bin/python");
    const Result<Json> facts = askInterpreter(program, bytecode, stop);
    if (!facts)
        return facts.error();

    try {
        auto found = environmentOf(program, *facts);
        if (found)
            found->bytecode = facts->value("bytecode", false) ? bytecode : fs::path();
        return found;
    } catch (const Json::exception &error) {
        return problem(Errc::InvalidInput, "this Python gives an invalid description of itself",
                       program, {}, error.what());
    }
}

} // namespace loupe
