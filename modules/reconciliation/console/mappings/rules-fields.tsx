import { NumberInput, useWords } from '@wattyard/console-kit'
import type { FileMapping } from '@wattyard/payment-files/mapping'
import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { cutAt, type LayoutKey, layoutKeyOf, readStarts, startsOf, withLayout, withTotal } from './rules-edit.ts'

interface FieldsProps {
  readonly rules: FileMapping
  readonly onChange: (rules: FileMapping) => void
}

const ENCODING_NAMES = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const
const LAYOUTS: readonly LayoutKey[] = ['comma', 'semicolon', 'tab', 'pipe', 'pipes', 'caret', 'widths']
const SIGNS = ['signed', 'reversed', 'word', 'two-columns'] as const
const KINDS = ['payment', 'refund', 'fee', 'payout'] as const
const STATES = ['done', 'pending', 'failed', 'revoked'] as const
const TOTALS = ['count', 'amount', 'income', 'expense', 'fee'] as const

/** Draws a control under its name, with its help. */
function Field({
  word,
  hint,
  show,
}: {
  readonly word: string
  readonly hint?: string
  readonly show: (id: string) => ReactNode
}) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="rc-field">
      <label htmlFor={id}>{t(`reconciliation.describe.${word}`)}</label>
      {show(id)}
      {hint !== undefined && <small className="w-quiet">{t(`reconciliation.describe.${hint}`)}</small>}
    </div>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useWords()
  return (
    <fieldset className="rc-fields">
      <legend>{t(`reconciliation.describe.${title}`)}</legend>
      <div className="rc-fields-grid">{children}</div>
    </fieldset>
  )
}

/** Draws encoding, delimiter or places, head, and what is passed over. */
export function ShapeFields({ rules, onChange }: FieldsProps) {
  const { t } = useWords()
  const isWide = rules.layout.kind === 'widths'
  return (
    <Group title="shape">
      <Field
        word="encoding"
        show={id => (
          <Select
            id={id}
            value={rules.encoding}
            onChange={encoding => onChange({ ...rules, encoding })}
            options={ENCODING_NAMES.map(value => ({
              value,
              label: t(`reconciliation.describe.encodingValue.${value}`),
            }))}
          />
        )}
      />
      <Field
        word="layout"
        show={id => (
          <Select
            id={id}
            value={layoutKeyOf(rules)}
            onChange={key => onChange(withLayout(rules, key))}
            options={LAYOUTS.map(value => ({ value, label: t(`reconciliation.describe.layoutValue.${value}`) }))}
          />
        )}
      />
      {isWide && (
        <Field word="starts" hint="startsHint" show={id => <Starts id={id} rules={rules} onChange={onChange} />} />
      )}
      <Field
        word="skipLines"
        {...(rules.hasHead ? { hint: 'skipLinesHint' } : {})}
        show={id => (
          <NumberInput
            id={id}
            min={0}
            max={200}
            precision={0}
            value={rules.skipLines}
            onChange={skipLines => onChange({ ...rules, skipLines: skipLines ?? 0 })}
          />
        )}
      />
      <Field
        word="commentStart"
        show={id => (
          <Input
            id={id}
            maxLength={80}
            value={rules.commentStart ?? ''}
            onChange={({ target: { value } }) => {
              const { commentStart: _before, ...rest } = rules
              onChange(value === '' ? rest : { ...rest, commentStart: value })
            }}
          />
        )}
      />
      <Field
        word="inZone"
        hint="zoneHint"
        show={id => (
          <Input
            id={id}
            maxLength={64}
            placeholder="Asia/Shanghai"
            value={rules.zone ?? ''}
            onChange={({ target: { value } }) => {
              const { zone: _before, ...rest } = rules
              onChange(value === '' ? rest : { ...rest, zone: value })
            }}
          />
        )}
      />
      {!isWide && (
        <Checkbox
          checked={rules.hasHead}
          onChange={({ target: { checked } }) => onChange({ ...rules, hasHead: checked, columns: {} })}
        >
          {t('reconciliation.describe.hasHead')}
        </Checkbox>
      )}
    </Group>
  )
}

/** Draws the places at which columns begin; a text that names none changes nothing. */
function Starts({ id, rules, onChange }: FieldsProps & { readonly id: string }) {
  const [text, setText] = useState(startsOf(rules).join(', '))
  return (
    <Input
      id={id}
      maxLength={400}
      value={text}
      status={readStarts(text) === null ? 'error' : ''}
      onChange={({ target: { value } }) => {
        setText(value)
        const starts = readStarts(value)
        if (starts !== null) onChange({ ...rules, layout: cutAt(starts) })
      }}
    />
  )
}

/** Draws how amounts, their direction and times are written. */
export function MoneyFields({ rules, onChange }: FieldsProps) {
  const { t } = useWords()
  const { sign } = rules
  return (
    <Group title="money">
      <Field
        word="sign"
        show={id => (
          <Select
            id={id}
            value={sign.kind}
            onChange={kind =>
              onChange({ ...rules, sign: kind === 'word' ? { kind, income: [], expense: [] } : { kind } })
            }
            options={SIGNS.map(value => ({ value, label: t(`reconciliation.describe.signValue.${value}`) }))}
          />
        )}
      />
      {sign.kind === 'word' &&
        (['income', 'expense'] as const).map(side => (
          <Field
            key={side}
            word={`${side}Words`}
            hint="wordsHint"
            show={id => (
              <Words
                id={id}
                words={sign[side]}
                onChange={words => onChange({ ...rules, sign: { ...sign, [side]: words } })}
              />
            )}
          />
        ))}
      <Field
        word="unit"
        show={id => (
          <Select
            id={id}
            value={rules.unit}
            onChange={unit => onChange({ ...rules, unit })}
            options={(['major', 'minor'] as const).map(value => ({
              value,
              label: t(`reconciliation.describe.unitValue.${value}`),
            }))}
          />
        )}
      />
      <Field
        word="decimalComma"
        show={id => (
          <Select
            id={id}
            value={rules.decimalComma ? 'comma' : 'point'}
            onChange={value => onChange({ ...rules, decimalComma: value === 'comma' })}
            options={(['point', 'comma'] as const).map(value => ({
              value,
              label: t(`reconciliation.describe.decimalValue.${value}`),
            }))}
          />
        )}
      />
      <Field
        word="dateFormats"
        hint="dateFormatsHint"
        show={id => <Formats id={id} rules={rules} onChange={onChange} />}
      />
      <Field
        word="inCurrency"
        show={id => (
          <Input
            id={id}
            maxLength={3}
            value={rules.currency}
            onChange={({ target: { value } }) => onChange({ ...rules, currency: value.toUpperCase() })}
          />
        )}
      />
    </Group>
  )
}

const formatsIn = (text: string): string[] =>
  text
    .split(/[;；]/)
    .map(one => one.trim())
    .filter(one => one.length >= 6)
    .slice(0, 6)

function Formats({ id, rules, onChange }: FieldsProps & { readonly id: string }) {
  const [text, setText] = useState(rules.dateFormats.join('; '))
  return (
    <Input
      id={id}
      maxLength={240}
      value={text}
      status={formatsIn(text).length === 0 ? 'error' : ''}
      onChange={({ target: { value } }) => {
        setText(value)
        const dateFormats = formatsIn(value)
        if (dateFormats.length > 0) onChange({ ...rules, dateFormats })
      }}
    />
  )
}

interface WordsProps {
  readonly id: string
  readonly words: readonly string[] | undefined
  readonly onChange: (words: string[]) => void
}

function Words({ id, words = [], onChange }: WordsProps) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ';', '；']}
      value={[...words]}
      onChange={onChange}
    />
  )
}

/** Draws which words of a file name which types and states, where it has columns for them. */
export function WordFields({ rules, onChange }: FieldsProps) {
  const { columns, kinds = {}, states = {} } = rules
  if (columns.kind === undefined && columns.state === undefined) return null
  return (
    <Group title="words">
      {columns.kind !== undefined &&
        KINDS.map(kind => (
          <Field
            key={kind}
            word={`kindValue.${kind}`}
            show={id => (
              <Words
                id={id}
                words={kinds[kind]}
                onChange={words => onChange({ ...rules, kinds: { ...kinds, [kind]: words } })}
              />
            )}
          />
        ))}
      {columns.state !== undefined &&
        STATES.map(state => (
          <Field
            key={state}
            word={`stateValue.${state}`}
            show={id => (
              <Words
                id={id}
                words={states[state]}
                onChange={words => onChange({ ...rules, states: { ...states, [state]: words } })}
              />
            )}
          />
        ))}
    </Group>
  )
}

/** Draws the line of totals: how it begins, and in which cell each sum stands. */
export function EndFields({ rules, onChange }: FieldsProps) {
  const { t } = useWords()
  const { trailer } = rules
  return (
    <Group title="end">
      <Checkbox
        className="rc-wide"
        checked={trailer !== undefined}
        onChange={({ target: { checked } }) => {
          const { trailer: _before, ...rest } = rules
          onChange(
            checked ? { ...rest, trailer: { start: '合计' }, needsTrailer: true } : { ...rest, needsTrailer: false },
          )
        }}
      >
        {t('reconciliation.describe.hasTrailer')}
      </Checkbox>
      {trailer === undefined ? (
        <p className="w-quiet rc-wide">{t('reconciliation.describe.noTrailerNote')}</p>
      ) : (
        <>
          <Field
            word="trailerStart"
            show={id => (
              <Input
                id={id}
                maxLength={80}
                status={trailer.start === '' ? 'error' : ''}
                value={trailer.start}
                onChange={({ target: { value } }) => onChange({ ...rules, trailer: { ...trailer, start: value } })}
              />
            )}
          />
          {TOTALS.map(name => (
            <Field
              key={name}
              word={`trailerPlaces.${name}`}
              show={id => (
                <NumberInput
                  id={id}
                  min={1}
                  max={65}
                  precision={0}
                  placeholder={t('reconciliation.describe.trailerPlace')}
                  value={trailer[name] === undefined ? null : trailer[name] + 1}
                  onChange={place => onChange(withTotal(rules, name, place))}
                />
              )}
            />
          ))}
          <p className="w-quiet rc-wide">{t('reconciliation.describe.trailerHint')}</p>
        </>
      )}
    </Group>
  )
}
