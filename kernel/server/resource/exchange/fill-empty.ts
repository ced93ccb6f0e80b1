import { type Field, filledFrom, inKilowatts, type Resource, unitOfColumn } from '@wattyard/resource'
import { toRecord } from '@wattyard/resource/schema'
import { may } from '../../caller.ts'
import type { Call } from '../../http/route.ts'
import type { MessageRef } from '../../refusal.ts'
import { type ResourceIndex, rowsInScope } from '../read-records.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Fills what a row of a sheet leaves empty from the records that it names, as the form does (`fills` of the definition), and
 * returns warnings where the row gives another figure than such a record, by field. Records that the caller may not read fill
 * nothing.
 *
 * @param wrong fields whose cells could not be read: they are not empty
 */
export type EmptyFiller = (
  input: Record<string, unknown>,
  wrong: ReadonlySet<string>,
) => Promise<Record<string, MessageRef>>

/** Returns the filler of an import. It reads each named record once, because a thousand piles are of the same few models. */
export function emptyFiller(
  call: Call,
  { name, fields, fills = {} }: Resource,
  index: Pick<ResourceIndex, 'byName'>,
): EmptyFiller {
  const known = new Map<string, Values | null>()

  async function recordOf(of: string, id: string): Promise<Values | null> {
    const key = `${of} ${id}`
    const before = known.get(key)
    if (before !== undefined) return before
    const target = index.byName(of)?.resource
    const isOpen = target !== undefined && may(call.caller, `${of}:read`)
    const [row] = isOpen ? await rowsInScope(call.tx, call.caller, target, [id]) : []
    const record = target && row ? toRecord(target, row) : null
    known.set(key, record)
    return record
  }

  return async (input, wrong) => {
    const warnings: Record<string, MessageRef> = {}
    for (const [reference, keys = []] of Object.entries(fills)) {
      const id = input[reference]
      const record = typeof id === 'string' ? await recordOf(fields[reference]?.of ?? '', id) : null
      if (!record) continue
      const filled = filledFrom(
        Object.entries(fields).filter(([key]) => keys.includes(key)),
        record,
      )
      for (const [key, value] of Object.entries(filled)) {
        const given = input[key]
        if (given === undefined && !wrong.has(key)) input[key] = value
        else if (given !== undefined && isOtherFigure(fields[key], given, value))
          warnings[key] = {
            key: 'kernel.field.differsFrom',
            params: {
              name: call.translate(call.language, `${name}.${reference}`),
              value: figureOf(fields[key], value),
            },
          }
      }
    }
    return warnings
  }
}

/** Whether both are figures with a unit, and not the same. A number of things or a choice may well be another one. */
function isOtherFigure(field: Field | undefined, given: unknown, value: unknown): boolean {
  return field !== undefined && unitOfColumn(field) !== undefined && String(given) !== String(value)
}

function figureOf(field: Field | undefined, value: unknown): string {
  if (field?.kind === 'power') return inKilowatts(Number(value))
  return `${String(value)} ${(field && unitOfColumn(field)) ?? ''}`.trim()
}
