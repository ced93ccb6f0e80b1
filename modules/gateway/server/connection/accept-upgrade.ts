import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { OcppVersion } from '@wattyard/ocpp-frame'
import { type WebSocket, WebSocketServer } from 'ws'
import type { EventKind } from '../../contract/event.ts'
import { HANDSHAKE_DEADLINE_MS, MAX_FRAME_BYTES, MAX_OPEN_HANDSHAKES } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import { isSpoken, VERSIONS } from '../protocol/drivers.ts'
import type { BackOff } from './back-off.ts'
import { identityOf, readPassword } from './basic-auth.ts'
import type { Credential, CredentialCache } from './credential-cache.ts'
import { type Networks, plainAddress } from './network.ts'
import { CLOSE } from './pile-connection.ts'
import { hashPassword, sameHash } from './station-key.ts'
import type { TimerWheel } from './timer-wheel.ts'

/** A credential matched by its key: `keyHash` is the hash of the key that was presented. */
export type KnownCredential = Credential & { keyHash: string }

export interface UpgradeOptions {
  cache: CredentialCache
  backOff: BackOff
  wheel: TimerWheel
  metrics: Metrics
  plainNetworks: Networks
  trustedProxies: Networks
  now(): number
  isOpen(): boolean
  /** An authenticated socket with an agreed protocol. */
  accepted(socket: WebSocket, credential: KnownCredential, protocol: OcppVersion, ip: string): void
  say(kind: EventKind, credential: Credential | null, identity: string, ip: string, detail: string | null): void
  /** Called when no credential has this identity. */
  unknown(identity: string, ip: string, protocols: readonly string[]): void
  failing(error: unknown): void
}

export interface UpgradeAcceptor {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly openHandshakes: number
}

/** How long a closing handshake may take before the line is cut. */
const CLOSE_TIMEOUT_MS = 3_000

/** A refusal before the WebSocket exists: status, message, and seconds until a retry makes sense. */
class HandshakeRefused extends Error {
  readonly status: number
  readonly retryAfter_s: number | null

  constructor(status: number, message: string, retryAfter_s: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter_s = retryAfter_s
  }
}

const STATUS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Authenticates upgrades of `/ocpp/<identity>` (OCPP-J §3; security profiles 1 and 2) and negotiates the protocol version. */
export function createUpgradeAcceptor(options: UpgradeOptions): UpgradeAcceptor {
  const { cache, backOff, metrics } = options
  /** Negotiated version of a request that has passed every check. */
  const agreed = new WeakMap<IncomingMessage, OcppVersion>()
  // `closeTimeout` is not among the published types yet.
  const serverOptions = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    closeTimeout: CLOSE_TIMEOUT_MS,
    handleProtocols: (_offered: Set<string>, request: IncomingMessage) => agreed.get(request) ?? false,
  }
  const server = new WebSocketServer(serverOptions)
  let open = 0

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    metrics.handshakes++
    socket.on('error', ignore)
    if (!options.isOpen() || open >= MAX_OPEN_HANDSHAKES)
      return refuse(socket, new HandshakeRefused(503, 'try again later', 5))
    open++
    const deadline = options.wheel.after(HANDSHAKE_DEADLINE_MS, () => socket.destroy())
    authenticate(request)
      .then(({ credential, ip, offered }) => finish(request, socket, head, credential, ip, offered))
      .catch((error: unknown) => {
        if (error instanceof HandshakeRefused) return refuse(socket, error)
        options.failing(error)
        refuse(socket, new HandshakeRefused(503, 'try again later', 5))
      })
      .finally(() => {
        open--
        options.wheel.cancel(deadline)
      })
  }

  async function authenticate(
    request: IncomingMessage,
  ): Promise<{ credential: KnownCredential; ip: string; offered: string[] }> {
    const { ip, tls } = originOf(request)
    const identity = identityOf(request.url)
    if (identity === null) throw new HandshakeRefused(404, 'not a station path')
    const offered = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
    const known = cache.known(identity)
    if (known === undefined && !cache.exists(identity) && !backOff.mayLookUp(ip, options.now()))
      throw new HandshakeRefused(429, 'too many failures', 60)
    const locked_ms = backOff.locked(identity, ip, options.now())
    const refuseLocked = () => new HandshakeRefused(429, 'too many failures', Math.ceil(locked_ms / 1000))
    // While locked, an identity that has to be looked up is refused. One in memory costs a single hash comparison, and the real
    // pile may share the address with whoever is guessing. Our keys are too long to be guessed at any speed.
    if (locked_ms > 0 && known === undefined) throw refuseLocked()
    const credentials = known ?? (await cache.find(identity))
    const password = readPassword(request.headers.authorization, identity)
    const credential = password === null ? null : matching(credentials, password)
    if (credential === null && locked_ms > 0) throw refuseLocked()
    if (credential === null) throw failed(identity, ip, credentials, password, offered)
    refuseUnfit(credential, ip, tls)
    backOff.succeeded(identity, ip)
    // A client that offers no subprotocol cannot be given a version; it is not a pile.
    if (offered.length === 0) {
      options.say('protocol-refused', credential, identity, ip, 'no subprotocol')
      throw new HandshakeRefused(400, 'a subprotocol is needed: ocpp1.6 or ocpp2.0.1')
    }
    return { credential, ip, offered }
  }

  function failed(
    identity: string,
    ip: string,
    credentials: readonly Credential[],
    password: Buffer | null,
    offered: readonly string[],
  ): HandshakeRefused {
    backOff.failed(identity, ip, options.now(), credentials.length === 0)
    metrics.refusedHandshakes++
    if (credentials.length === 0) options.unknown(identity, ip, offered)
    for (const credential of credentials)
      options.say(password === null ? 'key-missing' : 'wrong-key', credential, identity, ip, null)
    return new HandshakeRefused(401, 'identity or key is wrong')
  }

  /** Refuses despite a correct key: a disabled credential, the wrong security profile, or a network that is not allowed. */
  function refuseUnfit(credential: Credential, ip: string, tls: boolean): void {
    const no = (kind: EventKind, detail: string) => {
      metrics.refusedHandshakes++
      options.say(kind, credential, credential.identity, ip, detail)
      throw new HandshakeRefused(403, detail)
    }
    if (!credential.enabled) no('credential-disabled', 'this station is switched off')
    if (credential.profile === 'plain' && tls) no('profile-mismatch', 'this station is set to connect without TLS')
    if (credential.profile === 'tls' && !tls) no('profile-mismatch', 'this station has to connect with TLS')
    if (credential.profile === 'plain' && !options.plainNetworks.has(ip))
      no('network-refused', 'without TLS only from trusted networks')
    if (credential.networks !== null && !credential.networks.has(ip)) no('network-refused', 'not from this network')
  }

  function finish(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    credential: KnownCredential,
    ip: string,
    offered: string[],
  ): void {
    const version = offered.find((name): name is OcppVersion => isSpoken(name) && mayUse(credential, name)) ?? null
    if (version !== null) agreed.set(request, version)
    socket.removeListener('error', ignore)
    server.handleUpgrade(request, socket, head, ws => {
      if (version === null) {
        // OCPP-J 1.6 §3.1.2, 2.0.1 §3.1.2: complete the handshake without a protocol, then close.
        options.say('protocol-refused', credential, credential.identity, ip, offered.join(', ').slice(0, 100))
        ws.on('error', ignore)
        ws.close(CLOSE.protocol, 'no subprotocol that both speak')
        return
      }
      options.accepted(ws, credential, version, ip)
    })
  }

  /** Address and encryption as the nearest machine we trust saw them. */
  function originOf(request: IncomingMessage): { ip: string; tls: boolean } {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    if (!options.trustedProxies.has(peer)) return { ip: peer, tls: request.socket instanceof TLSSocket }
    const chain = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map(part => plainAddress(part.trim()))
      .filter(Boolean)
    const ip = chain.findLast(address => !options.trustedProxies.has(address)) ?? peer
    return { ip, tls: /^(https|wss)$/i.test(String(request.headers['x-forwarded-proto'] ?? '').trim()) }
  }

  return {
    handleUpgrade,
    get openHandshakes() {
      return open
    },
  }
}

function mayUse(credential: Credential, protocol: OcppVersion): boolean {
  const { protocols } = credential
  return protocols.length === 0 || protocols.some(word => VERSIONS[word] === protocol)
}

/** The credential whose key this is, with `keyHash` set to that key's hash. All are compared, so that timing reveals nothing. */
function matching(credentials: readonly Credential[], password: Buffer): KnownCredential | null {
  const hash = hashPassword(password)
  if (hash === null) return null
  let found: KnownCredential | null = null
  for (const credential of credentials)
    for (const one of [credential.keyHash, credential.nextKeyHash])
      if (one !== null && sameHash(one, hash)) found = { ...credential, keyHash: hash }
  return found
}

function refuse(socket: Duplex, refused: HandshakeRefused): void {
  const { status, message, retryAfter_s } = refused
  const lines = [
    `HTTP/1.1 ${status} ${STATUS[status] ?? 'Error'}`,
    'Connection: close',
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(message)}`,
  ]
  if (status === 401) lines.push('WWW-Authenticate: Basic realm="ocpp"')
  if (retryAfter_s !== null) lines.push(`Retry-After: ${retryAfter_s}`)
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}`)
}

function ignore(): void {}
