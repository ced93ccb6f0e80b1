import { useMutation } from '@tanstack/react-query'
import { Dialog, ErrorState, NumberInput, Skeleton, toast, useMay, useWords } from '@wattyard/console-kit'
import { saveSetting, useStoredSetting } from '@wattyard/platform/console'
import { Button } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { INITIAL_RISK_RULES, RISK_RULES_SETTING, type RiskRules } from '../../contract/flag.ts'

/** One threshold: where it is in the rules, its bounds, and by how much what is typed is stored. */
interface Threshold {
  readonly rule: keyof RiskRules
  readonly key: string
  readonly max: number
  readonly times?: number
}

const THRESHOLDS: readonly Threshold[] = [
  { rule: 'failedCodes', key: 'count', max: 1_000 },
  { rule: 'failedCodes', key: 'days', max: 90 },
  { rule: 'quickRefund', key: 'count', max: 1_000 },
  { rule: 'quickRefund', key: 'hours', max: 720 },
  { rule: 'quickRefund', key: 'days', max: 365 },
  { rule: 'oldDebt', key: 'days', max: 3_650 },
  { rule: 'nearLimit', key: 'limit_fen', max: 1_000_000, times: 100 },
  { rule: 'nearLimit', key: 'share', max: 100 },
  { rule: 'nearLimit', key: 'count', max: 1_000 },
  { rule: 'nearLimit', key: 'days', max: 365 },
]

const readRule = (rules: RiskRules, { rule, key }: Threshold): number =>
  (rules[rule] as Readonly<Record<string, number>>)[key] ?? 1

/** Returns what the server checked when it was stored. */
const rulesIn = (value: unknown): RiskRules => (value ? (value as RiskRules) : INITIAL_RISK_RULES)

/** Draws the thresholds of the rules that flag members; people with the permission change them. */
export function RiskRulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const stored = useStoredSetting(RISK_RULES_SETTING)
  return (
    <Dialog open width={560} title={t('members.rules.title')} onClose={onClose}>
      {stored.error ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : stored.isSuccess ? (
        <RulesForm rules={rulesIn(stored.data?.value)} version={stored.data?.version ?? 0} onClose={onClose} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

function RulesForm({ rules: given, version, onClose }: { rules: RiskRules; version: number; onClose: () => void }) {
  const { t } = useWords()
  const mayChange = useMay('platform.setting:update')
  const [rules, setRules] = useState(given)
  const save = useMutation({
    mutationFn: () => saveSetting(RISK_RULES_SETTING, rules, version),
    onSuccess: () => {
      toast.good(t('members.rules.saved'))
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="w-form" onSubmit={submit}>
      <p className="w-quiet">{t('members.rules.explained')}</p>
      {THRESHOLDS.map(threshold => (
        <ThresholdField
          key={`${threshold.rule}.${threshold.key}`}
          threshold={threshold}
          value={readRule(rules, threshold)}
          disabled={!mayChange}
          onChange={value =>
            setRules({ ...rules, [threshold.rule]: { ...rules[threshold.rule], [threshold.key]: value } })
          }
        />
      ))}
      <span className="w-row">
        <Button onClick={onClose}>{t(mayChange ? 'kit.cancel' : 'kit.close')}</Button>
        {mayChange && (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('kit.save')}
          </Button>
        )}
      </span>
    </form>
  )
}

function ThresholdField({
  threshold: { rule, key, max, times = 1 },
  value,
  disabled,
  onChange,
}: {
  threshold: Threshold
  value: number
  disabled: boolean
  onChange: (value: number) => void
}) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="w-row w-wrap">
      <label htmlFor={id}>{t(`members.rules.${rule}.${key}`)}</label>
      <NumberInput
        id={id}
        min={1}
        max={max}
        precision={0}
        value={value / times}
        disabled={disabled}
        onChange={typed => typed !== null && onChange(typed * times)}
      />
    </div>
  )
}
