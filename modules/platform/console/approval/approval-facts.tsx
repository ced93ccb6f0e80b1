import { CELLS, Decimal, decisionPart, type Labels, RevealButton, type Revealed, useWords } from '@wattyard/console-kit'
import { Fragment, useState } from 'react'
import { type AskedApproval, inputOf, type ShownInput, shownInputs } from './asked-inputs.ts'

/** Draws an input as usual; an amount has its currency sign, because no column head names the unit here. */
function Given({ input: { key, field, value }, record }: { input: ShownInput; record: AskedApproval }) {
  const { Cell } = CELLS[field.kind]
  const { resource, command, asked } = record
  if (field.kind === 'money') return <Decimal kind="money" value={value} unit />
  return <Cell value={value} field={field} name={`${resource}.${command}Input.${key}`} labels={asked?.labels ?? {}} />
}

/** Draws the facts for the approver of a request: the reason why it waits, its own reason, and the inputs of the command. */
export function ApprovalFacts({ record }: { record: AskedApproval }) {
  const { t } = useWords()
  const { resource, command, reason, state, because } = record
  const decision = state === 'waiting' ? decisionPart(`${resource}:${command}`) : undefined
  return (
    <>
      {because !== 'limit' && (
        <p>
          <span className="w-quiet">{t('platform.approval.because')}</span>{' '}
          {t(`platform.approval.becauseValue.${because}`)}
        </p>
      )}
      {decision && <decision.Show record={record.record} input={inputOf(record)} />}
      {reason && <p className="pf-reason">{reason}</p>}
      {record.asked?.reveals && <Personal record={record} />}
      {/* The module's own part says the inputs in words. */}
      {!decision && <AskedInputs record={record} />}
    </>
  )
}

/** Draws what is hidden of the person whom a request is about, once the reader has it shown. */
function Personal({ record: { resource, record } }: { record: AskedApproval }) {
  const { t } = useWords()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  return (
    <div className="pf-personal w-no-print">
      {Object.entries(revealed?.values ?? {}).map(([key, value]) => (
        <span key={key}>
          <span className="w-quiet">{t(`${resource}.${key}`)}</span> {value}
        </span>
      ))}
      <RevealButton resource={resource} id={record} revealed={revealed} onRevealed={setRevealed} />
    </div>
  )
}

/** Draws what a command was given, and what else there is to see of its record. */
export function AskedInputs({ record }: { record: AskedApproval }) {
  const { t } = useWords()
  const { resource, command } = record
  const inputs = shownInputs(record)
  if (inputs.length === 0) return null
  return (
    <dl className="pf-inputs">
      {inputs.map(input => (
        <Fragment key={input.key}>
          <dt>{t(`${resource}.${command}Input.${input.key}`)}</dt>
          <dd>
            {input.before && (
              <>
                <Given input={{ key: input.key, ...input.before }} record={record} />
                {' → '}
              </>
            )}
            <Given input={input} record={record} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Returns the name of the record's station; undefined when it has none. */
export function placeOf({ station }: AskedApproval, labels: Labels): string | undefined {
  return station === null ? undefined : labels['assets.station']?.[station]
}
