// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"

#include <memory>
#include <string>
#include <utility>

namespace loupe {

/// Base class of decorators: forwards everything but ask() to another child.
class ForwardingChild : public PythonChild
{
public:
    void onTurnGivenBack(TurnGivenBack tell) override { m_child->onTurnGivenBack(std::move(tell)); }
    Status putAhead() override { return m_child->putAhead(); }
    void setHeld(bool isHeld) override { m_child->setHeld(isHeld); }
    std::string output() const override { return m_child->output(); }
    bool isAlive() const override { return m_child->isAlive(); }
    Result<ActivityBatch> takeActivity() override { return m_child->takeActivity(); }
    void end() override { m_child->end(); }

protected:
    explicit ForwardingChild(std::unique_ptr<PythonChild> child) : m_child(std::move(child)) { }
    PythonChild &child() { return *m_child; }

private:
    std::unique_ptr<PythonChild> m_child;
};

} // namespace loupe
