import { type RegistrationAsked } from '@wattyard/identity/contract'
import { peopleWho } from '@wattyard/identity/server'
import { type ApprovalAsked, type ApprovalDecided } from '@wattyard/platform/contract'
import type { LiveBus, OutboxHandler, Tx } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { sendMessage } from './send-messages.ts'

interface World {
  live: LiveBus
  clock: Clock
}

/** Who gets what: the rules of the inbox, one listener per kind of news. */
export function listeners({ live, clock }: World): Readonly<Record<string, OutboxHandler>> {
  const send = (tx: Tx, message: Parameters<typeof sendMessage>[1], people: readonly string[]) =>
    sendMessage(tx, message, people, { live, now: clock.now() })
  return {
    /** To everybody who might give the command themselves, but for who asked. */
    async 'platform.approval-asked'(tx, { tenantId, key, body }) {
      const asked = body as unknown as ApprovalAsked // written by platform alone
      const permission = `${asked.resource}:${asked.command}`
      const deciders = await peopleWho(tx, tenantId, {
        may: [permission, 'platform.approval:approve'],
        operatorId: asked.operatorId,
      })
      const params = { command: `${asked.resource}.${asked.command}`, subject: asked.subject, name: asked.askedBy }
      await send(
        tx,
        { tenantId, kind: 'approvalAsked', about: key, params, link: '/home?approvals=1' },
        deciders.filter(id => id !== asked.askerId),
      )
    },
    async 'platform.approval-decided'(tx, { tenantId, key, body }) {
      const decided = body as unknown as ApprovalDecided // as above
      const params = {
        command: `${decided.resource}.${decided.command}`,
        subject: decided.subject,
        name: decided.decidedBy,
        outcome: decided.state,
      }
      await send(tx, { tenantId, kind: 'approvalDecided', about: key, params, link: null }, [decided.askerId])
    },
    async 'identity.registration-asked'(tx, { tenantId, key, body }) {
      const { loginName, displayName } = body as unknown as RegistrationAsked // written by identity alone
      const people = await peopleWho(tx, tenantId, { may: ['identity.registration:approve'], operatorId: null })
      const params = { login: loginName, name: displayName }
      await send(tx, { tenantId, kind: 'accountAsked', about: key, params, link: '/console/employee' }, people)
    },
    async 'ledger.verification-failed'(tx, { tenantId, body }) {
      const people = await peopleWho(tx, tenantId, { may: ['ledger.account:read'], operatorId: null })
      const day = new Date(Number(body.at)).toISOString().slice(0, 10)
      const params = { count: String((body.findings as unknown[]).length), day }
      await send(tx, { tenantId, kind: 'booksWrong', about: day, params, link: '/cwdata4/dailyBill' }, people)
    },
  }
}
