import { isIP } from 'node:net'
import { destinationOf, OutboundRefused, type OutboundRules } from '@wattyard/server-kit'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSettings } from '../../contract/index.ts'
import { errorText, type Outgoing, type SendResult, type Transport } from '../outbox/transport.ts'

const TIMEOUT_MS = 10_000
/** Ports that mail servers listen on; others only on hosts that the installation names. */
const MAIL_PORTS = new Set([25, 465, 587, 2525])

export interface MailWorld {
  rules: OutboundRules
  /** PEM of authorities that are trusted besides the usual ones. */
  ca?: string
}

/** The server answered no to the text itself, or broke off while it had it: the one moment in which nobody knows. */
class DuringSend extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super(errorText(reason))
    this.reason = reason
  }
}

function judge(error: unknown): SendResult {
  const said = errorText(error)
  if (error instanceof OutboundRefused) return { outcome: 'refused', error: said }
  // Nothing was handed over yet: a wrong password, a bad certificate or a closed door may be mended.
  if (!(error instanceof DuringSend)) return { outcome: 'later', error: said }
  const { responseCode } = (error.reason ?? {}) as { responseCode?: unknown }
  // The server's own no: 4xx for now, 5xx for good (RFC 5321 §4.2.1).
  if (typeof responseCode === 'number') return { outcome: responseCode >= 500 ? 'refused' : 'later', error: said }
  return { outcome: 'unclear', error: said }
}

async function compose(settings: MailSettings, { id, address, title, body, url, language }: Outgoing) {
  const { from, fromName } = settings
  const mail = new MailComposer({
    from: { name: fromName, address: from },
    to: [{ name: '', address }],
    subject: title,
    text: url === null ? body : `${body}\n\n${url}`,
    messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    // Nothing that comes from outside names a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: mail.getEnvelope(), bytes: await mail.build() }
}

function connectionTo(address: string, { host, port, security }: MailSettings, ca: string | undefined): SMTPConnection {
  return new SMTPConnection({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // A name is asked for by name (RFC 6066); an address has none, and its certificate names the address.
    tls: { ...(isIP(host) === 0 ? { servername: host } : {}), minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  })
}

/** One step of the talk: its own callback, or the end of the connection, whichever comes first. */
function step<T>(connection: SMTPConnection, run: (done: (error?: unknown, value?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error(errorText(error)))
    const end = (): void => fail(new Error('the server closed the connection'))
    connection.once('error', fail)
    connection.once('end', end)
    run((error, value) => {
      connection.removeListener('error', fail)
      connection.removeListener('end', end)
      // What comes after the step is not its error; nobody listening would end the process.
      connection.on('error', () => undefined)
      if (error) fail(error)
      else resolve(value as T) // the callback's own value
    })
  })
}

/**
 * Mail over SMTP. The host is looked up once and checked, and the connection goes to just that address; the certificate
 * still has to be the host's. Plain connections exist to hosts alone that the installation names.
 */
export function mailTransport(settings: MailSettings, secret: string, { rules, ca }: MailWorld): Transport {
  const { host, port, security, user } = settings
  async function talk(message: Outgoing): Promise<string> {
    const { address } = await destinationOf(host, rules)
    const { envelope, bytes } = await compose(settings, message)
    const connection = connectionTo(address, settings, ca)
    try {
      await step(connection, done => connection.connect(done))
      if (user) await step(connection, done => connection.login({ user, credentials: { user, pass: secret } }, done))
      const answer = await step<{ response?: string }>(
        connection,
        done => connection.send({ from: envelope.from, to: envelope.to }, bytes, done as never), // its own type names the same two
      ).catch((error: unknown) => {
        throw new DuringSend(error)
      })
      connection.quit()
      return errorText(answer?.response ?? message.id).slice(0, 200)
    } finally {
      setTimeout(() => connection.close(), 1_000).unref()
    }
  }
  return {
    channel: 'mail',
    async send(message): Promise<SendResult> {
      const isOurs = rules.privateHosts.includes(host)
      if (!isOurs && (!MAIL_PORTS.has(port) || security === 'none'))
        return { outcome: 'refused', error: `${host}:${port} (${security})` }
      try {
        return { outcome: 'sent', receipt: await talk(message) }
      } catch (error) {
        return judge(error)
      }
    },
  }
}
