// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"
#include "core/platforms/python/pythonhost.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <vector>

namespace loupe {

struct TrialStream;

/// Inputs of timed calls in Python, which their process has never seen. The reference's process
/// makes a set of inputs for each call from a secret seed: the task's generator draws a model's,
/// and a recorded call's values are changed. Other processes get only the values. The arguments
/// must outlive it. Not thread-safe.
class TimedFeed
{
public:
    struct Use {
        BaselineForm form = BaselineForm::Eager; ///< of the reference
        bool isForCandidate = true;              ///< false: only the reference is timed
    };
    /// Inputs like those of `trial`.
    TimedFeed(const PythonContext &context, TrialStream &reference, const PythonPhase &phase,
              const PythonTrial &trial, Use use, std::stop_token stop);

    /// Makes the inputs of two calls, without laying them; differ() is known then.
    CallOutcome begin();
    /// Returns whether each call gets other inputs.
    bool differ() const { return m_differ; }

    /// Returns how many calls of a block can have inputs of their own: on a processor fewer of
    /// large ones, on a GPU as many as were asked for.
    std::size_t slotCount() const { return m_slotCount; }
    /// Returns whether blocks by this clock can begin with a call that is not timed.
    bool canWarmUp(TimingMethod method) const
    {
        return method == TimingMethod::Host && m_slotCount > 1;
    }
    /// Makes inputs of a new secret seed for `calls` calls, or fewer if they have too few slots.
    /// Returns how many, or an error of the machine; made() is the outcome.
    Result<std::size_t> renew(std::size_t calls);
    /// Returns the outcome of the last time that inputs were made.
    const CallOutcome &made() const { return m_made; }
    /// Returns the processor seconds in which inputs were made.
    double cpuSeconds() const { return m_cpuSeconds; }
    /// Makes a side's next calls use the inputs.
    CallOutcome lay(PythonChild &side);
    /// Keeps the inputs for layHeld(); a reference keeps those of a GPU itself.
    void hold(std::size_t place);
    /// Gives the reference the inputs of a held call again.
    CallOutcome layHeld(std::size_t place, std::size_t slot) const;

private:
    /// Destinations of the made inputs.
    struct Owners {
        bool isReference = false; ///< keeps them in its process
        bool isHandedOver = false;
    };
    /// Memory of the host from which a side's calls take their inputs. Only the engine and that
    /// side map it.
    struct Shelf {
        Json value;
        std::optional<Bundle> inputs;
        bool isTaken = false; ///< the side knows it
    };
    const CallOutcome &make(Json request, Owners owners, const Bundle *recorded = nullptr);
    /// Writes the made inputs to a shelf, or to a new one if they have other shapes.
    Status fill(Shelf &shelf) const;
    std::uint64_t secretSeed() { return m_random() >> 1U; } // torch takes signed numbers
    CallOutcome ask(PythonChild &side, Json request, const Bundle *given) const;

    const PythonContext &m_context;
    PythonChild &m_reference;
    const Bundle *m_recorded; ///< values that are changed; null: the task draws
    Json m_request;
    Owners m_owners;
    bool m_isForCandidate;
    std::size_t m_slotCount;
    std::shared_ptr<const Bundle> m_values; ///< the made inputs, if they were handed over
    std::vector<std::shared_ptr<const Bundle>> m_held; ///< by place
    Shelf m_ofReference;
    Shelf m_ofCandidate;
    CallOutcome m_made;
    bool m_differ = false;
    double m_cpuSeconds = 0;
    std::stop_token m_stop;
    std::mt19937_64 m_random;
};

} // namespace loupe
