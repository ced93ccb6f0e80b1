import { Select } from 'antd'
import { useState } from 'react'
import { inSentence, useWords } from '../words/use-words.ts'
import type { ControlProps } from './controls.tsx'
import { Choice, chosenName } from './choice-state.tsx'
import { NothingToChoose } from './nothing-to-choose.tsx'
import { useRefOptions } from './ref-options.ts'
import { Unread } from './unread.tsx'

/** Draws a control that picks one or several records of another resource by typing part of a name, code or pinyin. */
export function RefControl({
  id,
  value,
  onChange,
  field,
  name,
  labels,
  container,
  disabled,
  invalid,
  describedBy,
}: ControlProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const chosen = [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
  const of = field.of ?? ''
  const unnamed = chosen.filter(one => labels[of]?.[one] === undefined)
  const { options, loading, unknown, error, again } = useRefOptions(of, typed, unnamed, {
    enabled: opened,
    within: container ?? undefined,
    accepts: name,
  })
  const known = new Map([
    ...chosen.map((one): [string, string] => [one, labels[of]?.[one] ?? one]),
    ...options.map((one): [string, string] => [one.id, chosenName(one)]),
  ])
  // It is a field of the same form.
  const containerWord = name.replace(/[^.]+$/, field.within ?? '')
  const isMany = field.kind === 'refs'
  const isUnread = error !== null && !loading
  const isEmpty =
    opened && !loading && !isUnread && !unknown && typed === '' && known.size === 0 && container === undefined
  return (
    <>
      <Select
        id={id}
        // The containing record is chosen first: without it the control would offer every record of the tenant.
        disabled={disabled || (container === null && !field.optional && chosen.length === 0)}
        {...(container === null
          ? { placeholder: t('kit.chooseContainer', { name: inSentence(t(containerWord)) }) }
          : {})}
        {...(invalid ? { status: 'error' as const } : {})}
        aria-describedby={describedBy}
        {...(isMany ? { mode: 'multiple' as const, maxCount: field.max ?? 200 } : {})}
        value={isMany ? chosen : (chosen[0] ?? null)}
        onChange={next => onChange(next ?? null)}
        allowClear={field.optional === true || isMany}
        onOpenChange={open => {
          if (open && isUnread) again()
          else if (open) setOpened(true)
        }}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        loading={loading}
        notFoundContent={
          isUnread ? (
            <Unread error={error} again={again} />
          ) : (
            t(loading ? 'kit.loading' : isEmpty ? 'kit.noneToChoose' : 'kit.noMatch')
          )
        }
        options={[...known].map(([one, label]) => ({ value: one, label }))}
        optionRender={({ value: one }) => {
          const key = String(one)
          return (
            <Choice
              of={of}
              option={options.find(({ id: found }) => found === key) ?? { id: key, label: known.get(key) ?? key }}
            />
          )
        }}
      />
      {isEmpty && <NothingToChoose of={of} name={name} />}
    </>
  )
}
