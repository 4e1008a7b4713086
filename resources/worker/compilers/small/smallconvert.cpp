// SPDX-License-Identifier: Apache-2.0
#include "smallconvert.h"

#include <climits>
#include <cstring>
#include <memory>
#include <utility>

#include "torchpython.h"
#include "words.h" // of this torch's pybind11, by prepare.py

namespace kloupe_small_python {

namespace {

/// An own reference; null where there is none.
class Reference
{
public:
    explicit Reference(PyObject *object) : m_object(object) { }
    ~Reference() { Py_XDECREF(m_object); }
    Reference(const Reference &) = delete;
    Reference &operator=(const Reference &) = delete;
    PyObject *get() const { return m_object; }
    PyObject *release() { return std::exchange(m_object, nullptr); }

private:
    PyObject *m_object;
};

/// What PyNumber_Long or PyNumber_Float makes of it; null, and no error set, where there is none.
PyObject *converted(PyObject *given, PyObject *(*convert)(PyObject *))
{
    PyErr_Clear();
    PyObject *made = PyNumber_Check(given) != 0 ? convert(given) : nullptr;
    PyErr_Clear();
    return made;
}

/// What `read` makes of it, or, where it converts, of what `convert` makes of it.
template <typename Read, typename T>
bool takeBy(Read read, PyObject *(*convert)(PyObject *), PyObject *given, bool converts, T &value)
{
    const auto number = read(given);
    if (number == -1 && PyErr_Occurred() != nullptr) {
        const Reference made(converts ? converted(given, convert) : nullptr);
        PyErr_Clear();
        return made.get() != nullptr && takeBy(read, convert, made.get(), false, value);
    }
    value = number;
    return true;
}

bool takeInteger(PyObject *given, bool converts, std::int64_t &value)
{
    static_assert(sizeof(long) == sizeof(std::int64_t));
    if (PyFloat_Check(given)
        || (!converts && PyLong_Check(given) == 0 && PyIndex_Check(given) == 0))
        return false;
    return takeBy(PyLong_AsLong, PyNumber_Long, given, converts, value);
}

bool takeNumber(PyObject *given, bool converts, double &value)
{
    if (!converts && !PyFloat_Check(given))
        return false;
    return takeBy(PyFloat_AsDouble, PyNumber_Float, given, converts, value);
}

bool isTruthOfNumpy(PyObject *given)
{
    const char *name = Py_TYPE(given)->tp_name;
    return std::strcmp(name, "numpy.bool") == 0 || std::strcmp(name, "numpy.bool_") == 0;
}

bool takeTruth(PyObject *given, bool converts, std::int64_t &value)
{
    if (given == Py_True || given == Py_False) {
        value = given == Py_True ? 1 : 0;
        return true;
    }
    if (!converts && !isTruthOfNumpy(given))
        return false;
    int truth = -1;
    const PyNumberMethods *methods = Py_TYPE(given)->tp_as_number;
    if (given == Py_None)
        truth = 0;
    else if (methods != nullptr && methods->nb_bool != nullptr)
        truth = methods->nb_bool(given);
    PyErr_Clear();
    value = truth;
    return truth == 0 || truth == 1;
}

bool isIterable(PyObject *given)
{
    if (PyGen_Check(given) || PyAnySet_Check(given))
        return true;
    for (const char *name : {"dict_keys", "dict_values", "dict_items", "map", "zip"}) {
        if (std::strcmp(Py_TYPE(given)->tp_name, name) == 0)
            return true;
    }
    return false;
}

std::string withWords(const char *const words[2], const std::string &between)
{
    return words[0] + between + words[1];
}

} // namespace

Arguments::~Arguments()
{
    for (void *tensor : m_tensors)
        kloupe_small_release(tensor);
}

bool Arguments::takeTensor(PyObject *given, void **handle)
{
    if (!kloupe_small_python::take(given, handle))
        return false;
    m_tensors.push_back(*handle);
    return true;
}

bool Arguments::takeList(PyObject *given, kloupe_small_value &value)
{
    const bool isSequence = PySequence_Check(given) != 0;
    if (PyUnicode_Check(given) || PyBytes_Check(given))
        return false;
    if (!isSequence && !(takesIterables && isIterable(given)))
        return false;
    // A tuple first: what iterates is then never left halfway.
    const Reference all(PySequence_Tuple(given));
    if (all.get() == nullptr)
        throw ErrorIsSet();
    std::vector<void *> &handles = m_lists.emplace_back();
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(all.get()); ++i) {
        void *handle = nullptr;
        if (!takeTensor(PyTuple_GET_ITEM(all.get(), i), &handle))
            return false;
        handles.push_back(handle);
    }
    value.handles = handles.data();
    value.count = handles.size();
    return true;
}

bool Arguments::take(char kind, PyObject *given, bool converts)
{
    kloupe_small_value value{};
    bool fits = false;
    switch (kind) {
    case 'T':
        fits = takeTensor(given, &value.handle);
        break;
    case 'O':
        value.has = given != Py_None;
        fits = !value.has || takeTensor(given, &value.handle);
        break;
    case 'V':
        fits = takeList(given, value);
        break;
    case 'i':
        fits = takeInteger(given, converts, value.integer) && value.integer >= INT_MIN
            && value.integer <= INT_MAX;
        break;
    case 'l':
        fits = takeInteger(given, converts, value.integer);
        break;
    case 'b':
        fits = takeTruth(given, converts, value.integer);
        break;
    case 'f':
    case 'd': // the thunk makes a float of it
        fits = takeNumber(given, converts, value.number);
        break;
    default:
        break;
    }
    m_values.push_back(value);
    return fits;
}

PyObject *toPython(char kind, const kloupe_small_value &value)
{
    switch (kind) {
    case 'T':
        return give(value.handle);
    case 'V': {
        const std::unique_ptr<void *[]> handles(value.handles);
        Reference list(PyList_New(static_cast<Py_ssize_t>(value.count)));
        for (std::size_t i = 0; list.get() != nullptr && i < value.count; ++i)
            PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), give(handles[i]));
        return list.release();
    }
    case 'i':
    case 'l':
        return PyLong_FromLongLong(value.integer);
    case 'b':
        return PyBool_FromLong(value.integer != 0 ? 1 : 0);
    case 'f':
        return PyFloat_FromDouble(static_cast<float>(value.number));
    case 'd':
        return PyFloat_FromDouble(value.number);
    default:
        Py_RETURN_NONE;
    }
}

std::string nameOfArgument(char kind)
{
    switch (kind) {
    case 'T':
        return "torch.Tensor";
    case 'O':
        return withWords(optionalWords, "torch.Tensor");
    case 'V':
        return std::string(listWords[0]) + "[torch.Tensor]";
    case 'i':
    case 'l':
        return integerWords[0];
    case 'b':
        return "bool";
    default:
        return numberWords[0];
    }
}

std::string nameOfResult(char kind)
{
    switch (kind) {
    case 'V':
        return std::string(listWords[1]) + "[torch.Tensor]";
    case 'i':
    case 'l':
        return integerWords[1];
    case 'f':
    case 'd':
        return numberWords[1];
    case 'v':
        return "None";
    default:
        return nameOfArgument(kind);
    }
}

} // namespace kloupe_small_python
