// SPDX-License-Identifier: Apache-2.0
// Carries out what abi.h says of functions and modules with Python's own interface, as pybind11
// would: its overloads, conversions and messages. pybind11 itself takes seconds to compile.
#include <deque>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "smallconvert.h"
#include "torchpython.h"

namespace kloupe_small_python {

namespace {

/// One m.def().
struct Overload {
    std::string kinds; ///< the result's, then one for each argument
    std::string text;
    void (*function)();
    kloupe_small_thunk thunk;
    bool wrapped;

    std::size_t arity() const { return kinds.size() - 1; }
    std::string signature() const
    {
        std::string out = "(";
        for (std::size_t i = 0; i < arity(); ++i) {
            out += i > 0 ? ", arg" : "arg";
            out += std::to_string(i) + ": " + nameOfArgument(kinds[i + 1]);
        }
        return out + ") -> " + nameOfResult(kinds.front());
    }
};

/// All m.def() of one name. Never freed: Python keeps extension modules as long as it lives.
struct Function {
    std::string name;
    std::string document;
    std::deque<Overload> overloads;
    PyMethodDef definition;
};

constexpr const char *functionCapsule = "kloupe_small.function";

Function *functionOf(PyObject *self)
{
    return static_cast<Function *>(PyCapsule_GetPointer(self, functionCapsule));
}

/// As pybind11 translates them together with torch, whose own kinds of errors come first there, but
/// are none of these.
void setErrorOf(const std::exception_ptr &thrown)
{
    try {
        std::rethrow_exception(thrown);
    } catch (const ErrorIsSet &) {
    } catch (const std::bad_alloc &error) {
        PyErr_SetString(PyExc_MemoryError, error.what());
    } catch (const std::domain_error &error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::invalid_argument &error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::length_error &error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::out_of_range &error) {
        PyErr_SetString(PyExc_IndexError, error.what());
    } catch (const std::range_error &error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::overflow_error &error) {
        PyErr_SetString(PyExc_OverflowError, error.what());
    } catch (const std::logic_error &error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    } catch (const std::runtime_error &error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    } catch (const std::exception &) {
        setError(thrown);
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "Caught an unknown exception!");
    }
}

struct Call {
    const Overload &overload;
    const Arguments &arguments;
    kloupe_small_value result;

    static void perform(void *call)
    {
        auto *self = static_cast<Call *>(call);
        self->overload.thunk(self->overload.function, self->arguments.data(), &self->result);
    }
};

PyObject *performed(const Overload &overload, const Arguments &arguments)
{
    Call call{overload, arguments, {}};
    if (!overload.wrapped) {
        Call::perform(&call);
        return toPython(overload.kinds.front(), call.result);
    }
    try {
        callKeepingWarnings(&Call::perform, &call);
    } catch (const std::exception &) {
        setError(std::current_exception());
        throw ErrorIsSet();
    }
    return toPython(overload.kinds.front(), call.result);
}

std::string textOf(PyObject *given)
{
    PyObject *text = PyObject_Repr(given);
    const char *letters = text != nullptr ? PyUnicode_AsUTF8(text) : nullptr;
    std::string out = letters != nullptr ? letters : "<repr raised Error>";
    Py_XDECREF(text);
    PyErr_Clear();
    return out;
}

void refuse(const Function &function, PyObject *const *given, std::size_t count, PyObject *names)
{
    std::string message = function.name
        + "(): incompatible function arguments. The following argument types are supported:\n";
    for (std::size_t i = 0; i < function.overloads.size(); ++i)
        message += "    " + std::to_string(i + 1) + ". " + function.overloads[i].signature() + '\n';
    message += "\nInvoked with: ";
    for (std::size_t i = 0; i < count; ++i)
        message += (i > 0 ? ", " : "") + textOf(given[i]);
    const Py_ssize_t keywords = names != nullptr ? PyTuple_GET_SIZE(names) : 0;
    for (Py_ssize_t i = 0; i < keywords; ++i) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
        message += i > 0 ? ", " : count > 0 ? "; kwargs: " : "kwargs: ";
        message += std::string(name != nullptr ? name : "") + '='
            + textOf(given[count + static_cast<std::size_t>(i)]);
    }
    PyErr_SetString(PyExc_TypeError, message.c_str());
}

/// As pybind11: of several overloads first those that fit as they are, then those by conversion.
PyObject *called(const Function &function, PyObject *const *given, std::size_t count,
                 PyObject *names)
{
    const bool isAlone = function.overloads.size() == 1;
    const bool hasKeywords = names != nullptr && PyTuple_GET_SIZE(names) > 0;
    for (const bool converts : {false, true}) {
        if (isAlone && !converts)
            continue;
        for (const Overload &overload : function.overloads) {
            if (hasKeywords || overload.arity() != count)
                continue;
            Arguments arguments;
            bool fits = true;
            for (std::size_t i = 0; fits && i < count; ++i)
                fits = arguments.take(overload.kinds[i + 1], given[i], converts);
            if (fits)
                return performed(overload, arguments);
        }
    }
    refuse(function, given, count, names);
    return nullptr;
}

PyObject *dispatch(PyObject *self, PyObject *const *given, Py_ssize_t count, PyObject *names)
{
    try {
        return called(*functionOf(self), given, static_cast<std::size_t>(count), names);
    } catch (...) {
        setErrorOf(std::current_exception());
        return nullptr;
    }
}

std::string documentOf(const Function &function)
{
    const bool isAlone = function.overloads.size() == 1;
    std::string out = isAlone ? "" : function.name + "(*args, **kwargs)\nOverloaded function.\n\n";
    for (std::size_t i = 0; i < function.overloads.size(); ++i) {
        const Overload &overload = function.overloads[i];
        out += i > 0 ? "\n" : "";
        out += isAlone ? "" : std::to_string(i + 1) + ". ";
        out += function.name + overload.signature() + '\n';
        out += overload.text.empty() ? "" : '\n' + overload.text + '\n';
    }
    return out;
}

/// The function of this name that the module has, or a new one.
Function &functionIn(PyObject *module, const char *name)
{
    if (PyObject_HasAttrString(module, name) != 0) {
        PyObject *there = PyObject_GetAttrString(module, name);
        PyObject *self
            = there != nullptr && PyCFunction_Check(there) ? PyCFunction_GET_SELF(there) : nullptr;
        Function *function = self != nullptr && PyCapsule_IsValid(self, functionCapsule) != 0
            ? functionOf(self)
            : nullptr;
        Py_XDECREF(there);
        if (function == nullptr)
            throw std::runtime_error("Cannot overload existing non-function object \""
                                     + std::string(name) + "\" with a function of the same name");
        return *function;
    }
    auto *function = new Function{name, {}, {}, {}};
    function->definition = {function->name.c_str(),
                            reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(dispatch)),
                            METH_FASTCALL | METH_KEYWORDS, nullptr};
    PyObject *self = PyCapsule_New(function, functionCapsule, nullptr);
    PyObject *scope = PyModule_GetNameObject(module);
    PyObject *made = self != nullptr && scope != nullptr
        ? PyCFunction_NewEx(&function->definition, self, scope)
        : nullptr;
    Py_XDECREF(self);
    Py_XDECREF(scope);
    if (made == nullptr || PyModule_AddObject(module, name, made) != 0)
        throw ErrorIsSet();
    return *function;
}

} // namespace

} // namespace kloupe_small_python

extern "C" {

void **kloupe_small_allocate(std::size_t count)
{
    return new void *[count];
}

void kloupe_small_def(void *module, const char *name, const char *text, const char *kinds,
                      void (*function)(), kloupe_small_thunk thunk, bool wrapped)
{
    using namespace kloupe_small_python;
    Function &target = functionIn(static_cast<PyObject *>(module), name);
    target.overloads.push_back({kinds, text, function, thunk, wrapped});
    target.document = documentOf(target);
    target.definition.ml_doc = target.document.c_str();
}

void *kloupe_small_module(const char *name, void (*bind)(void *module))
{
    auto *definition = new PyModuleDef{
        PyModuleDef_HEAD_INIT, name, nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
    PyObject *module = PyModule_Create(definition);
    if (module == nullptr)
        return nullptr;
    try {
        bind(module);
        return module;
    } catch (const kloupe_small_python::ErrorIsSet &) {
    } catch (const std::exception &error) {
        PyErr_SetString(PyExc_ImportError, error.what());
    }
    Py_DECREF(module);
    return nullptr;
}
}
