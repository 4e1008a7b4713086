// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/services.h"

namespace loupe::ui {

class CommandRegistry;
class JobList;
class RunMarking;
class Selection;
class StoreSession;
class Theme;

/// Objects shared by the pages of a window. The window owns them and outlives its pages.
struct Workbench {
    const Services &services;
    Theme &theme;
    StoreSession &session;
    Selection &selection;
    JobList &jobs;
    CommandRegistry &commands;
    RunMarking &marking;
};

} // namespace loupe::ui
