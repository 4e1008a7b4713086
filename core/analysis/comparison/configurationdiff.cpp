// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/configurationdiff.h"

#include "core/base/json.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

using Settings = std::map<std::string, std::string>;

std::string textOf(const Json &value)
{
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Splits objects by path. Lists stay whole, because their elements have no names.
void flatten(const Json &value, const std::string &path, Settings &settings)
{
    if (!value.is_object()) {
        settings[path] = textOf(value);
        return;
    }
    for (const auto &[key, member] : value.items()) {
        std::string inner = path;
        inner += '.';
        inner += key;
        flatten(member, inner, settings);
    }
}

void addText(const std::string &key, const std::string &text, Settings &settings)
{
    if (isRecordedName(text))
        settings[key] = text;
}

void addJson(const std::string &key, const std::string &text, Settings &settings)
{
    if (text.empty())
        return;
    if (const auto value = parseJson(text, key))
        flatten(*value, key, settings);
    else
        settings[key] = text;
}

Settings settingsOf(const Run &run)
{
    Settings out;
    addText("suite", run.suite, out);
    addText("origin", run.origin, out);
    addText("protocol", run.protocol, out);
    addText("precision", run.precision, out);
    addText("sandbox", run.sandbox, out);
    addText("tool version", run.toolVersion, out);
    addText("device", run.environment.deviceName, out);
    addText("device kind", run.environment.deviceKind, out);
    addJson("profile", run.profileJson, out);
    addJson("environment", run.environment.json, out);
    return out;
}

} // namespace

std::vector<ConfigurationSetting> configurationSettings(std::span<const Run> runs,
                                                        std::span<const std::string> methods)
{
    std::map<std::string, ConfigurationSetting> all;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        Settings settings = settingsOf(runs[i]);
        if (i < methods.size())
            addText("methods", methods[i], settings);
        for (const auto &[key, value] : settings) {
            ConfigurationSetting &line = all[key];
            line.key = key;
            line.values.resize(runs.size());
            line.values[i] = value;
        }
    }
    std::vector<ConfigurationSetting> out;
    for (auto &entry : all) {
        ConfigurationSetting &line = entry.second;
        line.differs = std::any_of(line.values.begin(), line.values.end(),
                                   [&](const auto &value) { return value != line.values.front(); });
        out.push_back(std::move(line));
    }
    return out;
}

} // namespace loupe
