import type { CheckedInput } from '@wattyard/calls'
import { openPages } from '@wattyard/pages'
import { actorOf, audit, type Call, emit, type PageAccess, Refusal, type Route, serveCall } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { askForPage } from '../../contract/calls/me.ts'
import { PAGE_ASKED, type PageAsked } from '../../contract/events.ts'
import { user } from '../../contract/user.ts'
import type { AddressThrottle } from '../sign-in/throttle.ts'

/** Requests of one person in a minute: a look at some closed pages, and no flood of messages. */
export const ASKS_PER_MINUTE = 5
const DAY_MS = 24 * 3_600_000

interface AskWorld {
  readonly clock: Clock
  readonly pages: () => PageAccess
  /** Counts by person. */
  readonly asks: AddressThrottle
}

/**
 * Tells the people who may change accounts that the caller needs a page. The same page of the same person reaches each of them
 * once a day, because messages about the same are written once.
 *
 * @throws Refusal for a page that does not exist or is open to the caller already, and above the limit
 */
async function ask(call: Call<CheckedInput<typeof askForPage>>, { clock, pages, asks }: AskWorld): Promise<null> {
  const { tx, caller, input } = call
  const desk = pages()
  // A page that is not built gets the same answer as one that is open: there is nothing to grant.
  const isClosed =
    Object.keys(desk.rules).includes(input.page) &&
    !openPages(desk.rules, desk.of(caller)).some(path => path === input.page)
  if (!isClosed) throw new Refusal('identity.pageNotClosed', { status: 409 })
  const now = clock.now()
  const wait = asks.take(caller.userId, now)
  if (wait > 0) throw new Refusal('identity.tooManyTries', { status: 429, params: { seconds: wait } })
  const body: PageAsked = {
    about: `${caller.userId}:${input.page}:${Math.floor(now / DAY_MS)}`,
    loginName: caller.loginName,
    displayName: caller.displayName,
    page: input.page,
    // Whoever looks after the people of one operator alone hears of those, too.
    operatorId: caller.scope.operators?.length === 1 ? (caller.scope.operators[0] ?? null) : null,
  }
  await emit(tx, [{ tenantId: caller.tenantId, topic: PAGE_ASKED, key: caller.userId, body: { ...body } }])
  await audit(tx, actorOf(call), [
    { resource: user.name, recordId: caller.userId, action: 'ask-page', after: { page: input.page } },
  ])
  return null
}

/** Returns the route by which a person asks for a page that they may not open. */
export function askForPageRoute(world: AskWorld): Route {
  return serveCall(askForPage, { work: 'write', handle: call => ask(call, world) })
}
