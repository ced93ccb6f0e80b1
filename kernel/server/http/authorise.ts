import type { FastifyRequest } from 'fastify'
import { type Caller, may } from '../caller.ts'
import { mustSeeWholeTenant } from '../resource/scope.ts'
import { Refusal } from '../refusal.ts'
import { refuseForeignPage } from './foreign-page.ts'
import type { Route } from './route.ts'

/** A browser must be on our own page for anything but public reads, and the person must have asked for it. */
export function refuseCrossSite({ headers }: FastifyRequest): void {
  refuseForeignPage(headers)
  if (String(headers['sec-purpose'] ?? headers.purpose ?? '').includes('prefetch'))
    throw new Refusal('kernel.crossSite', { status: 403 })
}

/**
 * A GET that changes something (the contract has a few) is taken only from a script of our own page:
 * pictures, links, prefetching and navigation cannot send it (trust W7). Without fetch metadata a
 * header that other sites cannot set has to be there.
 */
export function refuseStrayGet(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, 'x-token': own } = request.headers
  const isOurScript =
    site === undefined && destination === undefined
      ? own !== undefined
      : site === 'same-origin' && destination === 'empty'
  if (!isOurScript) throw new Refusal('kernel.crossSite', { status: 403 })
}

/**
 * Who may call a route. Guests read: what writes is refused before it begins, though their transactions are read-only in
 * the database itself; a route without a transaction of its own is for them only when it says so (trust W4).
 */
export function authorise({ access, path, ...route }: Route, caller: Caller | null): void {
  if (access === 'public') return
  if (!caller) throw new Refusal('identity.notSignedIn', { status: 401 })
  if (caller.owes && !caller.owes.allows(path)) throw new Refusal(caller.owes.code, { status: 403 })
  const isOpen = access === 'signed-in' ? (caller.mayReach?.(path) ?? true) : may(caller, access)
  if (!isOpen || (route.platformOnly && !caller.isPlatform)) throw new Refusal('kernel.forbidden', { status: 403 })
  if (route.wholeTenant) mustSeeWholeTenant(caller)
  const isForGuests = route.work === 'raw' ? route.guests === true : route.work === 'read'
  if (caller.readOnly && !isForGuests) throw new Refusal('kernel.readOnly', { status: 403 })
}
