import {
  api,
  ApiError,
  Choice,
  Dialog,
  newIdempotencyKey,
  useMay,
  useRefOptions,
  useWords,
} from '@wattyard/console-kit'
import { isCardNumber, MAX_CARD } from '@wattyard/gateway/contract'
import { Button, Input, Radio, Select } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { startCharge } from '../../contract/calls/start.ts'
import type { WallConnector } from '../../contract/calls/live.ts'

interface StartFormProps {
  target: { pileId: string; connector: number | null }
  /** Name of the pile. */
  pile: string
  connectors: readonly Pick<WallConnector, 'number' | 'name' | 'state'>[]
  /** Called with the id of the sent command; null when none was sent. */
  onDone: (id: string | null) => void
}

type By = 'card' | 'number'

/**
 * Draws the question for a remote start: connector, and a card of a member or the number of one. What the server refuses stands at its
 * field.
 */
export function StartForm({ target: { pileId, connector: first }, pile, connectors, onDone }: StartFormProps) {
  const { t } = useWords()
  const mayChoose = useMay('members.tag:read')
  const [by, setBy] = useState<By>(mayChoose ? 'card' : 'number')
  const [connector, setConnector] = useState(first)
  const [card, setCard] = useState('')
  const [tag, setTag] = useState('')
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const [key] = useState(newIdempotencyKey)
  const title = t('gateway.command.remoteStart')
  /** A field that is being changed loses what was said of it. */
  const change =
    <V,>(field: string, set: (value: V) => void) =>
    (value: V): void => {
      set(value)
      setWrong(({ [field]: _said, ...others }) => others)
    }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const flaws = flawsIn(by === 'card' ? { card } : { tag }, t)
    setWrong(flaws)
    if (Object.keys(flaws).length > 0) return
    setBusy(true)
    try {
      const body = {
        pile: pileId,
        ...(connector === null ? {} : { connector }),
        ...(by === 'card' ? { card } : { tag: tag.trim() }),
      }
      onDone((await api.call(startCharge, body, { key })).command)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError) setWrong(error.fields)
    }
  }
  return (
    <Dialog
      open
      width={480}
      title={title}
      onClose={() => onDone(null)}
      foot={
        <>
          <Button onClick={() => onDone(null)}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="start-charge" loading={busy}>
            {title}
          </Button>
        </>
      }
    >
      <form id="start-charge" className="ch-form" noValidate onSubmit={event => void submit(event)}>
        <p>{pile}</p>
        <Field id="start-connector" label={t('charging.start.connector')} flaw={wrong.connector}>
          <Select
            id="start-connector"
            value={connector}
            onChange={change('connector', setConnector)}
            options={connectors.map(({ number, name, state }) => ({
              value: number,
              label: `${t('charging.wall.connector', { number: name })} · ${t(`charging.wall.states.${state}`)}`,
            }))}
          />
        </Field>
        {mayChoose && (
          <Radio.Group
            aria-label={t('charging.start.how')}
            value={by}
            onChange={event => setBy(event.target.value as By)} // its own options
            options={[
              { value: 'card', label: t('charging.start.byCard') },
              { value: 'number', label: t('charging.start.byNumber') },
            ]}
          />
        )}
        {by === 'card' ? (
          <Field id="start-card" label={t('charging.start.card')} flaw={wrong.card} hint={t('charging.start.cardHint')}>
            <CardPicker
              id="start-card"
              value={card}
              isWrong={wrong.card !== undefined}
              onChange={change('card', setCard)}
            />
          </Field>
        ) : (
          <Field id="start-tag" label={t('charging.start.tag')} flaw={wrong.tag} hint={t('charging.start.tagHint')}>
            <Input
              id="start-tag"
              value={tag}
              maxLength={MAX_CARD}
              aria-describedby="start-tag-said"
              {...(wrong.tag === undefined ? {} : { status: 'error' as const })}
              onChange={event => change('tag', setTag)(event.target.value)}
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

/** Returns what is wrong before anything is sent, by field. */
function flawsIn(
  { card, tag }: { card?: string; tag?: string },
  t: ReturnType<typeof useWords>['t'],
): Record<string, string> {
  if (card === '') return { card: t('kit.requiredField') }
  if (tag === undefined) return {}
  const typed = tag.trim()
  if (typed === '') return { tag: t('kit.requiredField') }
  return isCardNumber(typed) ? {} : { tag: t('gateway.error.cardNumber') }
}

interface FieldProps {
  id: string
  label: string
  flaw: string | undefined
  hint?: string
  children: ReactNode
}

function Field({ id, label, flaw, hint, children }: FieldProps) {
  return (
    <div className="ch-field">
      <label htmlFor={id}>{label}</label>
      {children}
      <span id={`${id}-said`}>
        {flaw !== undefined && <span className="ch-field-error">{flaw}</span>}
        {hint && <small className="w-quiet">{hint}</small>}
      </span>
    </div>
  )
}

interface CardPickerProps {
  id: string
  value: string
  isWrong: boolean
  onChange: (id: string) => void
}

/** Draws a control that finds a card by its member or by itself, and shows whose it is. */
function CardPicker({ id, value, isWrong, onChange }: CardPickerProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const { options, loading } = useRefOptions('members.tag', typed, value === '' ? [] : [value])
  return (
    <Select
      id={id}
      aria-describedby={`${id}-said`}
      {...(isWrong ? { status: 'error' as const } : {})}
      value={value || null}
      onChange={next => onChange(next ?? '')}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      loading={loading}
      notFoundContent={loading ? t('kit.loading') : t('charging.start.none')}
      options={options.map(({ id: one, label, hints = [], state }) => ({
        value: one,
        label: [...hints, t('charging.start.ofCard', { card: label })].join(' · '),
        state,
      }))}
      // A card that starts no charge says so before it is chosen.
      optionRender={({ data: { value: one, label, state } }) => (
        <Choice of="members.tag" option={{ id: one, label, ...(state && { state }) }} />
      )}
    />
  )
}
