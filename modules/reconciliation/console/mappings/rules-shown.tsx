import { Fact, Facts, type SectionProps, useWords } from '@wattyard/console-kit'
import type { FieldName, FileMapping } from '@wattyard/payment-files/mapping'
import { layoutKeyOf } from './rules-edit.ts'

/** Draws how a description reads, in words: shape, formats, and which column is what. */
export function RulesShown({ record }: SectionProps) {
  const { t } = useWords()
  const rules = record.rules as FileMapping // checked by the server before it was stored
  const said = (key: string) => t(`reconciliation.describe.${key}`)
  const columns = Object.entries(rules.columns) as [FieldName, string][]
  return (
    <Facts>
      <Fact label={said('encoding')}>{said(`encodingValue.${rules.encoding}`)}</Fact>
      <Fact label={said('layout')}>{said(`layoutValue.${layoutKeyOf(rules)}`)}</Fact>
      <Fact label={said('unit')}>{said(`unitValue.${rules.unit}`)}</Fact>
      <Fact label={said('decimalComma')}>{said(`decimalValue.${rules.decimalComma ? 'comma' : 'point'}`)}</Fact>
      <Fact label={said('sign')}>{said(`signValue.${rules.sign.kind}`)}</Fact>
      <Fact label={said('dateFormats')}>{rules.dateFormats.join('; ')}</Fact>
      {rules.trailer && <Fact label={said('trailerStart')}>{rules.trailer.start}</Fact>}
      {columns.map(([field, column]) => (
        <Fact key={field} label={said(`field.${field}`)}>
          {column}
        </Fact>
      ))}
    </Facts>
  )
}
