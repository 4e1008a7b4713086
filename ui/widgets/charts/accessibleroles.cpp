// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/accessibleroles.h"

#include "ui/widgets/input/handleslider.h"

#include <QAccessible>
#include <QAccessibleWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Slider whose value is that of the handle that keys move.
class SpokenSlider final : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit SpokenSlider(HandleSlider *slider)
        : QAccessibleWidget(slider, QAccessible::Slider)
        , m_slider(slider)
    {
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QVariant currentValue() const override { return m_slider->currentReach().value; }
    void setCurrentValue(const QVariant &value) override
    {
        m_slider->setValue(m_slider->current(), value.toInt());
    }
    QVariant maximumValue() const override { return m_slider->currentReach().most; }
    QVariant minimumValue() const override { return m_slider->currentReach().least; }
    QVariant minimumStepSize() const override { return 1; }

private:
    HandleSlider *m_slider; ///< outlives the interface, which Qt deletes with the widget
};

QAccessibleInterface *makeSpoken(const QString &className, QObject *object)
{
    if (auto *const slider = qobject_cast<HandleSlider *>(object))
        return new SpokenSlider(slider);
    if (className == "loupe::ui::ChartView"_L1 || className == "loupe::ui::BareChartView"_L1)
        return new QAccessibleWidget(qobject_cast<QWidget *>(object), QAccessible::Chart);
    return nullptr;
}

} // namespace

void installAccessibleRoles()
{
    QAccessible::installFactory(makeSpoken);
}

} // namespace loupe::ui
