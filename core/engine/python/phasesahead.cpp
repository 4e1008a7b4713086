// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/phasesahead.h"

#include <utility>

namespace loupe {

PhasesAhead::~PhasesAhead()
{
    wait(); // while a stop of the run is still passed on
}

void PhasesAhead::begin(Make make, const std::stop_token &stop)
{
    m_passesOn.emplace(stop, [this] { m_notNeeded.request_stop(); });
    m_made = std::async(std::launch::async, std::move(make), m_notNeeded.get_token());
}

void PhasesAhead::wait() const
{
    if (m_made.valid())
        m_made.wait();
}

} // namespace loupe
