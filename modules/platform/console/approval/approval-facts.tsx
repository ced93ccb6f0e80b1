import { CELLS, Decimal, decisionPart, type Labels, useWords } from '@wattyard/console-kit'
import { Fragment } from 'react'
import { type AskedApproval, inputOf, type ShownInput, shownInputs } from './asked-inputs.ts'

/** A value as it is shown everywhere; a sum stands alone here, so it has its sign. */
function Given({ input: { key, field, value }, record }: { input: ShownInput; record: AskedApproval }) {
  const { Cell } = CELLS[field.kind]
  const { resource, command, asked } = record
  if (field.kind === 'money') return <Decimal kind="money" value={value} unit />
  return <Cell value={value} field={field} name={`${resource}.${command}Input.${key}`} labels={asked?.labels ?? {}} />
}

/** What a second person has to know of a request: why it waits, its reason, and what the command was given. */
export function ApprovalFacts({ record }: { record: AskedApproval }) {
  const { t } = useWords()
  const { resource, command, reason, state, because } = record
  const inputs = shownInputs(record)
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
      {inputs.length > 0 && (
        <dl className="pf-inputs">
          {inputs.map(input => (
            <Fragment key={input.key}>
              <dt>{t(`${resource}.${command}Input.${input.key}`)}</dt>
              <dd>
                <Given input={input} record={record} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  )
}

/** Where the record stands, when it stands somewhere. */
export function placeOf({ station }: AskedApproval, labels: Labels): string | undefined {
  return station === null ? undefined : labels['assets.station']?.[station]
}
