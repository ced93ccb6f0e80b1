import type { Field } from '@wattyard/resource'
import { CELLS } from '../faces/cells.tsx'
import { useRefOptions } from '../faces/ref-options.ts'
import { isListKind } from '@wattyard/resource'
import type { DefinitionForm } from '../resource/use-definition-form.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { fieldWord, useWords } from '../words/use-words.ts'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Draws the values of a definition's form for a last check before they are sent; empty ones are left out. */
export function DefinitionSummary({ form }: { form: DefinitionForm }) {
  const { resource, groups, values } = form
  const words = useWords()
  const filled = groups
    .flatMap(({ rows }) => rows.flat())
    .filter(([key, field]) => field.kind !== 'secret' && !isEmpty(values[key]))
  return (
    <Facts>
      {filled.map(([key, field]) => (
        <Fact key={key} label={fieldWord(words, resource, key)} wide={field.kind === 'note' || isListKind(field)}>
          <Value value={values[key]} field={field} name={`${resource.name}.${key}`} form={form} />
        </Fact>
      ))}
    </Facts>
  )
}

interface ValueProps {
  readonly value: unknown
  readonly field: Field
  readonly name: string
  readonly form: DefinitionForm
}

function Value({ value, field, name, form }: ValueProps) {
  if (field.of !== undefined && (field.kind === 'ref' || field.kind === 'refs'))
    return <Chosen of={field.of} value={value} field={field} name={name} form={form} />
  const { Cell } = CELLS[field.kind]
  return <Cell value={asStored(field, value)} field={field} name={name} labels={form.labels} />
}

/** Returns a form's value as a record has it: a control of whole numbers holds what was typed. */
function asStored({ kind }: Field, value: unknown): unknown {
  return kind === 'integer' && typeof value === 'string' ? Number(value) : value
}

/** Draws chosen records by name. The form itself knows only the names that it started with. */
function Chosen({ of, value, field, name, form }: ValueProps & { of: string }) {
  const ids = [value].flat().map(String)
  const { options } = useRefOptions(of, '', ids, { enabled: false })
  const { Cell } = CELLS[field.kind]
  const labels = {
    ...form.labels,
    [of]: { ...form.labels[of], ...Object.fromEntries(options.map(o => [o.id, o.label])) },
  }
  return <Cell value={value} field={field} name={name} labels={labels} />
}
