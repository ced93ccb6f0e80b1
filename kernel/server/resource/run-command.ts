import type { CommandRule } from '@wattyard/resource'
import { fieldsSchema } from '@wattyard/resource/schema'
import { z } from 'zod'
import { actorOf, audit } from '../audit.ts'
import { Refusal } from '../refusal.ts'
import { oncePer } from '../once-per.ts'
import { noteDeed, type WaitsForApproval } from './second-person.ts'
import type { CommandCall, ResourceRow, ServedResource, ToldDeed } from './served.ts'
import { historyInput } from './describe-entries.ts'

/** Strict check of a command's input without its target: wire form in, stored form out. */
export const commandInput = oncePer(
  (rule: CommandRule) => fieldsSchema(rule.input ?? {}) as z.ZodObject, // built from fields, so an object
)

/**
 * Runs a command on rows that the transaction holds locked and writes into their history that it ran.
 *
 * @throws Refusal of `whyNot`, else `kernel.notAllowedNow`, when it does not fit the state of one of them
 */
export async function runCommand(
  call: CommandCall,
  served: ServedResource,
  name: string,
  rows: readonly ResourceRow[],
  input: Record<string, unknown>,
): Promise<unknown> {
  for (const row of rows)
    if (served.allows && !served.allows(name, row))
      throw new Refusal(served.whyNot?.(name, row) ?? 'kernel.notAllowedNow')
  const handler = served.commands[name]
  if (!handler) throw new Error(`${served.resource.name}: ${name} lost its handler`)
  const asked = await mustWait(call, served, name, rows, input)
  const did: { before?: Readonly<Record<string, unknown>>; after?: Readonly<Record<string, unknown>> } = {}
  const alsoTell = (deed: ToldDeed): void => void Object.assign(did, deed)
  const answer = asked ?? (await handler({ ...call, alsoTell }, rows, input))
  if (!asked) noteDeed(call.tx, { resource: served.resource.name, name, input })
  const given = historyInput(served.resource, name, served.historyInput?.(name, input) ?? input)
  const told = { ...given, ...did.after }
  const after = asked
    ? { ...told, command: name, ...asked }
    : call.approval
      ? { ...told, approval: call.approval.id }
      : told
  await audit(
    call.tx,
    actorOf(call),
    (rows.length ? rows.map(row => row.id) : ['']).map(recordId => ({
      resource: served.resource.name,
      recordId,
      // Nothing has been done yet, and a history that said so would be wrong.
      action: asked ? 'askApproval' : name,
      ...(did.before ? { before: did.before } : {}),
      after,
    })),
  )
  return answer
}

/** The answer of a command that waits for a second person; null when it may run. */
async function mustWait(
  call: CommandCall,
  served: ServedResource,
  name: string,
  rows: readonly ResourceRow[],
  input: Record<string, unknown>,
): Promise<WaitsForApproval | null> {
  const rule = served.secondPerson?.[name]
  const [row] = rows
  if (!rule || !row || call.approval || !call.resources.approvalService) return null
  return call.resources.approvalService.ask(call, { served, name, rule, row, input })
}
