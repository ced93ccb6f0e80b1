import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { Refusal } from '../refusal.ts'

const KEY = /^[A-Za-z0-9_\-:.]{8,255}$/

export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && KEY.test(key) ? key : null
}

function hashOf(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest('hex')
}

interface Keyed {
  tx: Tx
  idempotencyKey: string | null
  caller: { userId: string }
}

/**
 * Runs a command once per key: the first answer is stored in the same transaction as its effect and
 * repeated for every retry. The same key with another body is an error and has no effect. A racing
 * twin waits on the row until the first commits.
 *
 * @throws Refusal `kernel.keyMissing`, `kernel.keyReused`
 */
export async function answerOnce(
  call: Keyed,
  path: string,
  input: unknown,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const hash = hashOf(input)
  if (!call.idempotencyKey) throw new Refusal('kernel.keyMissing', { status: 400 })
  const key = `${path}#${call.caller.userId}#${call.idempotencyKey}`
  const claimed = await call.tx.execute(
    `insert into kernel_idempotency (tenant_id, key, request_hash) values ($1, $2, $3) on conflict do nothing`,
    [call.tx.tenantId, key, hash],
  )
  if (claimed === 0) {
    const [row] = await call.tx.query(
      { request_hash: col.text, answer: col.json<unknown>().orNull },
      `select request_hash, answer from kernel_idempotency where tenant_id = $1 and key = $2`,
      [call.tx.tenantId, key],
    )
    if (row?.request_hash !== hash) throw new Refusal('kernel.keyReused', { status: 422 })
    return row.answer
  }
  const answer = (await run()) ?? null
  await call.tx.execute(`update kernel_idempotency set answer = $3 where tenant_id = $1 and key = $2`, [
    call.tx.tenantId,
    key,
    JSON.stringify(answer, (_k, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ])
  return answer
}
