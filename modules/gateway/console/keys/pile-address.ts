import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import type { PileWithKey } from '../../contract/calls/first-key.ts'
import { readPileAddress } from '../../contract/calls/first-key.ts'

/** WebSocket subprotocol by a pile's protocol (OCPP-J 1.6 §3.1.2, 2.0.1 part 4 §3.1.2). */
export const SUBPROTOCOL: Readonly<Record<PileWithKey['protocol'], string>> = {
  ocpp16: 'ocpp1.6',
  ocpp201: 'ocpp2.0.1',
}

/**
 * Returns the address of the gateway without a path, as the installation states it; otherwise that of the console, which the same
 * port serves. Undefined while it is being read.
 */
export function useAddressBase(): string | undefined {
  const address = useQuery({
    queryKey: ['gateway.credential', 'address'],
    queryFn: async ({ signal }) => api.call(readPileAddress, {}, { signal, quiet: true }),
    staleTime: Infinity,
  })
  if (!address.data) return undefined
  const { protocol, host } = window.location
  return address.data.base ?? `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
}

/** Returns the address that is entered at a pile. */
export const addressOf = (base: string, identity: string): string => `${base}/ocpp/${encodeURIComponent(identity)}`

/** Returns the security profile that fits an address: with TLS, or without in a trusted network. */
export const profileFor = (base: string): 'plain' | 'tls' => (base.startsWith('wss:') ? 'tls' : 'plain')
