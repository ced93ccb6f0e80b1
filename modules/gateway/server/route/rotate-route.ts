import { actorOf, audit, type Caller, idInput, type RawCall, type Route, route, rowInScope } from '@wattyard/server-kit'
import { z } from 'zod'
import { credential } from '../../contract/credential.ts'
import { writeKey } from '../connection/add-credential.ts'
import type { Gateway } from '../create-gateway.ts'
import { tellGateway } from '../resource/serve-credential.ts'

const input = z.strictObject({
  id: idInput,
  password: z.string().max(1_000),
  /** Names the key that the password is sealed under; empty when it comes as it is. */
  key: z.string().max(200).default(''),
})
type Rotation = z.infer<typeof input>

export interface RotateWorld {
  gateway: Gateway
  /** Asks whoever calls for their password once more. @throws Refusal on `password` */
  confirmPassword: (call: RawCall<{ password: string; key: string }>) => Promise<Caller>
}

/**
 * A new station key: whoever has it is the pile, so it takes the password once more (trust R-12). It is in this answer and
 * nowhere else. The connection stays until the pile ends it.
 */
export function rotateRoute({ gateway, confirmPassword }: RotateWorld): Route {
  return route({
    method: 'POST',
    path: '/api/device/credential/rotate',
    access: 'gateway.credential:rotate',
    input,
    work: 'raw',
    bodyLimit: 16_384,
    summary: 'a new station key; asks for the password once more',
    async handle(call: RawCall<Rotation>) {
      const caller = await confirmPassword(call)
      return call.db.tenant(caller.tenantId, async tx => {
        const row = await rowInScope(tx, caller, credential, call.input.id, true)
        const pileId = String(row.pile_id)
        const key = await writeKey(tx, { tenantId: caller.tenantId, pileId })
        const entry = { resource: credential.name, recordId: row.id, action: 'rotate' }
        await audit(tx, actorOf({ ...call, caller }), [entry])
        return { identity: await tellGateway(tx, gateway, pileId), key }
      })
    },
  })
}
