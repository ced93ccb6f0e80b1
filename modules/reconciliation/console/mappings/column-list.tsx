import { useWords } from '@wattyard/console-kit'
import { FIELDS, type FieldName, type FileMapping } from '@wattyard/payment-files/mapping'
import { Select } from 'antd'
import { useId } from 'react'
import type { CallAnswer } from '@wattyard/calls'
import type { proposeMapping } from '../../contract/calls/try-mapping.ts'
import { meaningsOf, withMeanings } from './rules-edit.ts'

type Guess = NonNullable<CallAnswer<typeof proposeMapping>['guess']>

interface ColumnListProps {
  readonly rules: FileMapping
  /** Columns of the sample; null while nothing is known of them. */
  readonly columns: readonly { readonly name: string; readonly samples: readonly string[] }[] | null
  readonly evidence: Guess['evidence']
  readonly onChange: (rules: FileMapping) => void
}

/** Draws the columns of a file, some of what each holds, and what it is; one may be several things, as a type that tells the direction. */
export function ColumnList({ rules, columns, evidence, onChange }: ColumnListProps) {
  const { t } = useWords()
  const known = Object.values(rules.columns)
  const shown = columns ?? [...new Set(known)].map(name => ({ name, samples: [] }))
  // A description of another sample may name columns that this one has not.
  const missing = known.filter(name => !shown.some(one => one.name === name))
  return (
    <fieldset className="rc-fields">
      <legend>{t('reconciliation.describe.columns')}</legend>
      <ul className="rc-columns">
        {[...shown, ...[...new Set(missing)].map(name => ({ name, samples: [] }))].map(({ name, samples }) => (
          <Column
            key={name}
            name={name}
            samples={samples}
            fields={meaningsOf(rules, name)}
            evidence={evidence}
            onChange={fields => onChange(withMeanings(rules, name, fields))}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface ColumnProps {
  readonly name: string
  readonly samples: readonly string[]
  readonly fields: readonly FieldName[]
  readonly evidence: Guess['evidence']
  readonly onChange: (fields: FieldName[]) => void
}

function Column({ name, samples, fields, evidence, onChange }: ColumnProps) {
  const { t } = useWords()
  const id = useId()
  const speaking = fields.map(field => evidence[field]).find(one => one?.column === name)
  return (
    <li>
      <label htmlFor={id} className="rc-column-name">
        {name}
      </label>
      <span className="w-quiet rc-column-samples">{samples.join(' · ')}</span>
      <Select
        id={id}
        mode="multiple"
        value={[...fields]}
        placeholder={t('reconciliation.describe.nothing')}
        onChange={onChange}
        options={FIELDS.map(field => ({ value: field, label: t(`reconciliation.describe.field.${field}`) }))}
      />
      <small className="w-quiet">
        {speaking &&
          `${t(`reconciliation.describe.evidence.${speaking.by}`)} · ${t('reconciliation.describe.sure', { percent: speaking.certainty })}`}
      </small>
    </li>
  )
}
