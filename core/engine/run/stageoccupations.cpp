// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/stageoccupations.h"

#include <algorithm>

namespace loupe {

namespace {

Occupation occupationOf(Stage stage)
{
    switch (stage) {
    case Stage::Build:
        return Occupation::Build;
    case Stage::Load: // inputs and expected results of the task
        return Occupation::Draw;
    case Stage::Run:
    case Stage::Verify:
        return Occupation::Device;
    case Stage::Time:
        return Occupation::Time;
    case Stage::None:
    case Stage::Submit:
        break;
    }
    return Occupation::Start;
}

} // namespace

void StageOccupations::entered(const void *evaluation, Stage stage, const std::string &device)
{
    const std::lock_guard lock(m_mutex);
    remove(evaluation);
    const Occupation wanted = occupationOf(stage);
    const bool isTimed = wanted == Occupation::Time;
    const bool takesTurns = isTimed || wanted == Occupation::Device || !device.starts_with("cuda");
    const bool isTimersTurn = std::ranges::any_of(m_places, [&](const Occupant &place) {
        return place.device == device && place.wanted == Occupation::Time;
    });
    const Occupation now = isTimed   ? Occupation::WaitForTiming
        : takesTurns && isTimersTurn ? Occupation::WaitForTurn
                                     : wanted;
    m_places.push_back({evaluation, device, wanted, takesTurns, now});
    m_log->enter(device, now);
    settle(device);
}

void StageOccupations::left(const void *evaluation)
{
    const std::lock_guard lock(m_mutex);
    remove(evaluation);
}

void StageOccupations::remove(const void *evaluation)
{
    const auto found = std::ranges::find(m_places, evaluation, &Occupant::evaluation);
    if (found == m_places.end())
        return;
    const std::string device = found->device;
    m_log->leave(device, found->now);
    m_places.erase(found);
    settle(device);
}

void StageOccupations::settle(const std::string &device)
{
    Occupant *next = nullptr;
    bool isEmpty = true;
    for (Occupant &place : m_places) {
        if (place.device != device)
            continue;
        if (place.wanted == Occupation::Time && next == nullptr)
            next = &place;
        isEmpty = isEmpty && (!place.takesTurns || place.now != place.wanted);
    }
    if (next != nullptr) {
        if (isEmpty)
            change(*next, Occupation::Time);
        return;
    }
    for (Occupant &place : m_places) {
        if (place.device == device && place.now == Occupation::WaitForTurn)
            change(place, place.wanted);
    }
}

void StageOccupations::change(Occupant &place, Occupation occupation)
{
    m_log->leave(place.device, place.now);
    place.now = occupation;
    m_log->enter(place.device, occupation);
}

} // namespace loupe
