import { type ApprovalRule, listApprovalRules } from '../../contract/calls/approval-rules.ts'
import { listSettings, type StoredSetting } from '../../contract/calls/setting.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  Dialog,
  ErrorState,
  NumberInput,
  Skeleton,
  toast,
  useDirty,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { MONEY_SIGN } from '@wattyard/resource'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { CAPS, FOUR_EYES_LIMITS, WORD_CAPS, type WordCaps } from '../../contract/limits.ts'
import { saveSetting } from '../setting/stored-setting.ts'
import { RuleFields } from './rule-fields.tsx'
import { readRules, type RuleLimits, typedRules } from './rule-limits.ts'
import { LIMIT_KEYS, NUMBERS, readCaps, typedCaps } from './typed-limits.ts'
import './limits.css'

const QUERY = ['platform.setting', 'limits']

/** Draws the limits: amounts that one person may move without approval, the lifetime of requests, and the codes per day. */
export function LimitsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const form = useId()
  const mayChange = useMay('platform.setting:update')
  const stored = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true, fresh: true }
      const [{ list }, rules] = await Promise.all([
        api.call(listSettings, {}, options),
        api.call(listApprovalRules, {}, options),
      ])
      const settings = new Map(list.filter(({ key }) => LIMIT_KEYS.includes(key)).map(one => [one.key, one]))
      return { settings, rules: rules.list }
    },
    // The form must start from the stored values of this moment.
    gcTime: 0,
  })
  return (
    <Dialog
      open
      width={520}
      title={t('platform.limits.title')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t(mayChange ? 'kit.cancel' : 'kit.close')}</Button>
          {mayChange && (
            <Button type="primary" htmlType="submit" form={form} disabled={!stored.data}>
              {t('kit.save')}
            </Button>
          )}
        </>
      }
    >
      {stored.error && !stored.data ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : stored.data ? (
        <LimitsForm
          id={form}
          stored={stored.data.settings}
          rules={stored.data.rules}
          mayChange={mayChange}
          onSaved={onClose}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly id: string
  readonly stored: ReadonlyMap<string, StoredSetting>
  readonly rules: readonly ApprovalRule[]
  readonly mayChange: boolean
  readonly onSaved: () => void
}

function LimitsForm({ id, stored, rules, mayChange, onSaved }: FormProps) {
  const { t, language } = useWords()
  const queries = useQueryClient()
  const before = typedCaps(stored.get(WORD_CAPS)?.value as WordCaps, language) // checked when it was stored
  const [typed, setTyped] = useState(before)
  const own = NUMBERS.filter(({ key }) => stored.has(key))
  const [numbers, setNumbers] = useState(() => new Map(own.map(({ key }) => [key as string, stored.get(key)?.value])))
  const { caps, wrong } = readCaps(typed, language)
  const capsChanged = CAPS.some(key => typed[key] !== before[key])
  const changed = own.filter(({ key }) => numbers.get(key) !== stored.get(key)?.value)
  const limits = useRuleLimits(rules, stored.get(FOUR_EYES_LIMITS))
  useDirty(capsChanged || changed.length > 0 || limits.isChanged)
  const save = useMutation({
    async mutationFn() {
      await limits.save()
      if (capsChanged) await saveSetting(WORD_CAPS, { ...caps }, stored.get(WORD_CAPS)?.version ?? 0)
      for (const { key } of changed) await saveSetting(key, Number(numbers.get(key)), stored.get(key)?.version ?? 0)
    },
    onSuccess() {
      toast.good(t('platform.limits.saved'))
      onSaved()
    },
    // Some values may have been stored before the failure, so all are read again.
    onError: () => void queries.invalidateQueries({ queryKey: QUERY }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (wrong.size === 0 && limits.wrong.size === 0 && own.every(({ key }) => typeof numbers.get(key) === 'number'))
      save.mutate()
  }
  return (
    <form id={id} className="w-form" noValidate onSubmit={submit}>
      <RuleFields
        id={id}
        rules={rules}
        typed={limits.typed}
        wrong={limits.wrong}
        disabled={!mayChange}
        onChange={limits.change}
      />
      <p className="w-quiet">{t('platform.limits.what')}</p>
      {CAPS.map(key => (
        <div className="w-field" key={key}>
          <label htmlFor={`${id}-${key}`}>{t(`platform.limits.${key}`)}</label>
          <Input
            id={`${id}-${key}`}
            inputMode="decimal"
            value={typed[key]}
            disabled={!mayChange}
            prefix={MONEY_SIGN}
            placeholder={t('platform.limits.none')}
            status={wrong.has(key) ? 'error' : ''}
            onChange={event => setTyped({ ...typed, [key]: event.target.value })}
            aria-describedby={`${id}-${key}-hint`}
            style={{ maxWidth: 240 }}
          />
          <p id={`${id}-${key}-hint`} className={wrong.has(key) ? 'w-field-error' : 'w-field-hint'}>
            {t(`platform.limits.${wrong.has(key) ? 'wrong' : `${key}Hint`}`)}
          </p>
        </div>
      ))}
      {own.map(({ key, word, most }) => (
        <div className="w-field" key={key}>
          <label htmlFor={`${id}-${word}`}>{t(`platform.limits.${word}`)}</label>
          <NumberInput
            id={`${id}-${word}`}
            min={1}
            max={most}
            precision={0}
            disabled={!mayChange}
            value={numbers.get(key) as number | null} // a setting of whole numbers
            onChange={value => setNumbers(new Map(numbers).set(key, value))}
            aria-describedby={`${id}-${word}-hint`}
          />
          <p id={`${id}-${word}-hint`} className="w-field-hint">
            {t(`platform.limits.${word}Hint`, { most })}
          </p>
        </div>
      ))}
      <p className="w-quiet">{t('platform.limits.who')}</p>
    </form>
  )
}

/** Holds the limits of single commands while they are edited. */
function useRuleLimits(rules: readonly ApprovalRule[], stored: StoredSetting | undefined) {
  const { language } = useWords()
  const before = (stored?.value ?? {}) as RuleLimits // checked when it was stored
  const [first] = useState(() => typedRules(rules, before, language))
  const [typed, change] = useState(first)
  const { limits, wrong } = readRules(rules, typed, before, language)
  const isChanged = Object.keys(typed).some(key => typed[key] !== first[key])
  const save = async (): Promise<void> => {
    if (isChanged) await saveSetting(FOUR_EYES_LIMITS, { ...limits }, stored?.version ?? 0)
  }
  return { typed, change, wrong, isChanged, save }
}
