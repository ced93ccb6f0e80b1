import type { Fields, ResourceRule } from '../define-resource.ts'
import { searchedFields } from '../find-rule.ts'
import type { Field } from '../field.ts'
import { allLabelKeys } from '../label.ts'
import type { MaskKind } from './mask-whole.ts'
import { masksOf } from './mask.ts'

/** Kinds of fields that each mask fits. */
const MASKABLE: Readonly<Record<MaskKind, readonly Field['kind'][]>> = {
  name: ['text'],
  phone: ['phone'],
  card: ['serial', 'code', 'text'],
  plate: ['code', 'text'],
  text: ['text', 'note', 'email'],
  words: ['text', 'note'],
  json: ['json'],
}
/** Masked texts that a form may send back, because they still are such texts; saving keeps the stored value then. */
const SENT_BACK: ReadonlySet<MaskKind> = new Set(['name', 'text', 'words'])

/** Masks of which no question can be answered on what is shown: the database does not know it. */
const UNASKED: ReadonlySet<MaskKind> = new Set(['text', 'words', 'json'])

/**
 * Checks that each mask fits its field, that contacts are masked as a whole, that no order, filter or search of a list reveals what is
 * hidden, and that no form sends a masked number back.
 */
export function mustStayMasked<F extends Fields>({
  name,
  fields,
  list,
  ...rule
}: Pick<
  ResourceRule<F, never>,
  'name' | 'fields' | 'list' | 'label' | 'labelIn' | 'masked' | 'maskedFor' | 'texts'
>): void {
  for (const [key, mask] of Object.entries<MaskKind | undefined>(rule.masked ?? {})) {
    const of = fields[key]
    if (!of || !mask || !MASKABLE[mask].includes(of.kind))
      throw new Error(`${name}: masked names ${key}, which is no ${mask}`)
    // Whoever has the form of a record that is masked for readers alone sees it whole.
    const isSentBack = of.kind !== 'json' && !of.fixed && !of.computed && rule.maskedFor === undefined
    // What is left of an address is none.
    if (isSentBack && (!SENT_BACK.has(mask) || of.kind === 'email'))
      throw new Error(`${name}: a form would send ${key} back masked`)
    if (rule.labelIn && allLabelKeys(rule).includes(key))
      throw new Error(`${name}: ${key} is masked, and a name in several languages is not`)
  }
  // Of somebody whose name is hidden an address tells it all the same.
  if (rule.maskedFor === 'readers')
    for (const [key, of] of Object.entries(fields))
      if (of.privacy === 'personal' && !(key in (rule.masked ?? {})))
        throw new Error(`${name}: ${key} is personal and not masked`)
  const sorted: readonly string[] = [...(list.sorts ?? []), list.sort.replace(/^-/, '')]
  const asked: readonly string[] = [...list.filters, ...searchedFields(list)]
  for (const [key, mask] of Object.entries<MaskKind | undefined>(masksOf({ fields, ...rule }))) {
    if (sorted.includes(key)) throw new Error(`${name}: ${key} is masked, and the order of its list tells it`)
    if (mask && UNASKED.has(mask) && asked.includes(key))
      throw new Error(`${name}: ${key} hides parts of a text, which a filter or a search would find out`)
  }
}
