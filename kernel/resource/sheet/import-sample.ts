import { type Resource, writableFields } from '../define-resource.ts'
import type { Field } from '../field.ts'
import { holdsFiles } from '../file-field.ts'

/** Returns the fields that a spreadsheet may fill. */
export function importFields(resource: Pick<Resource, 'fields'>): [string, Field][] {
  // writableFields reads nothing but the fields.
  return writableFields(resource as Resource, 'create').filter(
    ([, field]) => field.kind !== 'json' && field.kind !== 'secret' && !holdsFiles(field),
  )
}

/** Samples that are alike in all languages. */
const SAMPLES: Readonly<Partial<Record<Field['kind'], string>>> = {
  code: 'A001',
  serial: 'SN-0001',
  money: '100.00',
  price: '0.85',
  energy: '10.5',
  power: '120 kW',
  percent: '10',
  duration: '3600',
  instant: '2026-01-31 08:30',
  businessDay: '2026-01-31',
  month: '2026-01',
  timeOfDay: '08:30',
  openHours: '08:00-22:00',
  phone: '13800138000',
  email: 'name@example.com',
  url: 'https://example.com',
  geoPoint: '113.943560,22.540312',
  zone: 'Asia/Shanghai',
}

/**
 * Example of a column: one value of a closed set (`true` and `false` of a boolean), a text, the name of a `record`, or the `name` of
 * the field itself.
 */
export type ImportSample =
  | { readonly is: 'value'; readonly value: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'record' | 'name' }

/** Returns the example of a column of an import: the definition's own, else that of its kind. */
export function importSample({ exchange }: Pick<Resource, 'exchange'>, key: string, field: Field): ImportSample {
  const own = exchange?.samples?.[key]
  if (field.kind === 'boolean') return { is: 'value', value: own ?? 'true' }
  const [first] = field.values ?? []
  if (first !== undefined) return { is: 'value', value: own ?? first }
  if (own !== undefined) return { is: 'text', text: own }
  if (field.kind === 'ref' || field.kind === 'refs') return { is: 'record' }
  if (field.kind === 'integer' || field.kind === 'quantity')
    return { is: 'text', text: String(Math.max(field.min ?? 0, 1)) }
  const text = SAMPLES[field.kind]
  return text === undefined ? { is: 'name' } : { is: 'text', text }
}
