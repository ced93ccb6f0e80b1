import { type Field, masked, type Resource } from '@wattyard/resource'
import {
  col,
  labelMask,
  labelsOf,
  type LoggedChange,
  type Reader,
  type ResourceIndex,
  seesPersonal,
  type ToldEntries,
  type Tx,
} from '@wattyard/server-kit'
import { approval } from '../contract/approval.ts'

/** What of a request decides how its subject is shown. */
export interface RequestNamed {
  readonly resource: string
  readonly command: string
  readonly record: string
  /** As stored: people are masked in it. */
  readonly subject: string
  readonly input: unknown
}

/** Field under which the record of a request is looked up among its inputs; no input has such a key. */
const RECORD = ' record'

/** Returns the references of a command whose names are hidden from some, and its record, where that is a person or a card. */
function hiddenReferences(index: ResourceIndex, resource: Resource, command: string): Record<string, Field> {
  const isHidden = ({ of = '' }: Field): boolean => {
    const target = index.byName(of)?.resource
    return target !== undefined && labelMask(target) !== undefined
  }
  const given: Record<string, Field> = {
    [RECORD]: { kind: 'ref', of: resource.name },
    ...resource.commands[command]?.input,
  }
  return Object.fromEntries(Object.entries(given).filter(([, field]) => isHidden(field)))
}

const isInput = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Returns the subjects of requests as a reader may see them, in order. They are stored with people masked; who sees people in clear
 * gets their names of now, where these still fit what is stored (decision 394).
 */
export async function namedSubjects(
  tx: Tx,
  index: ResourceIndex,
  requests: readonly RequestNamed[],
  reader: Reader,
): Promise<string[]> {
  const subjects = new Map(requests.map(request => [request, request.subject]))
  if (!seesPersonal(reader)) return [...subjects.values()]
  for (const own of Map.groupBy(requests, ({ resource, command }) => `${resource} ${command}`).values()) {
    const [first] = own
    const resource = first && index.byName(first.resource)?.resource
    if (!resource) continue
    const fields = hiddenReferences(index, resource, first.command)
    if (Object.keys(fields).length === 0) continue
    const valuesOf = ({ record, input }: RequestNamed) => ({ ...(isInput(input) ? input : {}), [RECORD]: record })
    const labels = await labelsOf(tx, index, { ...resource, fields }, own.map(valuesOf), reader)
    for (const request of own) {
      const values: Readonly<Record<string, unknown>> = valuesOf(request)
      let subject = request.subject
      for (const [key, { of = '' }] of Object.entries(fields)) {
        const target = index.byName(of)?.resource
        const mask = target && labelMask(target)
        for (const id of [values[key]].flat()) {
          const name = labels[of]?.[String(id)]
          if (mask && name !== undefined) subject = inClear(subject, masked(mask, name), name)
        }
      }
      subjects.set(request, subject)
    }
  }
  return [...subjects.values()]
}

/** Returns a subject with the first part that is a masked name in clear. */
function inClear(subject: string, hidden: string, name: string): string {
  const parts = subject.split(' · ')
  const at = parts.indexOf(hidden)
  return at < 0 ? subject : parts.with(at, name).join(' · ')
}

const STORED = {
  id: col.uuid,
  resource: col.text,
  command: col.text,
  record: col.text,
  subject: col.text,
  input: col.json<unknown>(),
}

/** Returns entries of the log with the requests among them named as the requests themselves are. */
export async function nameRequests<E extends LoggedChange>(
  tx: Tx,
  index: ResourceIndex,
  told: ToldEntries<E>,
  reader: Reader,
): Promise<ToldEntries<E>> {
  const known = told.labels[approval.name] ?? {}
  if (!seesPersonal(reader) || Object.keys(known).length === 0) return told
  const rows = await tx.query(
    STORED,
    'select id, resource, command, record, subject, input from platform_approval where tenant_id = $1 and id = any($2::uuid[])',
    [reader.tenantId, Object.keys(known)],
  )
  const subjects = await namedSubjects(tx, index, rows, reader)
  const names = new Map(rows.map(({ id, subject }, at) => [id, { stored: subject, shown: subjects[at] ?? subject }]))
  const list = told.list.map(entry => {
    const name = entry.resource === approval.name ? names.get(entry.recordId ?? '') : undefined
    if (name === undefined || entry.after?.subject !== name.stored) return entry
    return { ...entry, after: { ...entry.after, subject: name.shown } }
  })
  const shown = Object.entries(known).map(([id, text]) => {
    const name = names.get(id)
    return [id, name?.stored === text ? name.shown : text]
  })
  return { ...told, list, labels: { ...told.labels, [approval.name]: Object.fromEntries(shown) } }
}
