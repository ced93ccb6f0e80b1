import { isIP, type Socket } from 'node:net'
import { beginLine, type CallLine, connectOut, OutboundRefused } from '@wattyard/server-kit'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSettings } from '../../contract/index.ts'
import { errorText, type Outgoing, type SendResult, type Transport, type WayOut } from '../outbox/transport.ts'

const TIMEOUT_MS = 10_000
/** Ports that mail servers listen on; others only on hosts that the installation names. */
const MAIL_PORTS = new Set([25, 465, 587, 2525])

export interface MailWorld extends WayOut {
  /** PEM of additional trusted certificate authorities. */
  ca?: string
}

/**
 * The server refused the message itself or closed the connection while receiving it, so it is unknown whether the message was
 * accepted.
 */
class DuringSend extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super(errorText(reason))
    this.reason = reason
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof DuringSend ? error.reason : error)

/** Returns the reply code of a refusal; null when the server sent none. */
function replyCode(error: unknown): number | null {
  const { responseCode } = (reasonOf(error) ?? {}) as { responseCode?: unknown }
  return typeof responseCode === 'number' ? responseCode : null
}

/**
 * Returns a server's refusal as its codes only (RFC 5321 §4.2, RFC 3463): some servers repeat the password or other input in the
 * text.
 */
function smtpErrorText(error: unknown): string {
  const said = errorText(error)
  const code = replyCode(error)
  if (code === null) return said
  const [detail = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(said) ?? []
  return `SMTP ${code} ${detail}`.trim()
}

function judge(error: unknown): SendResult {
  const said = smtpErrorText(error)
  if (error instanceof OutboundRefused) return { outcome: 'refused', error: said }
  // Nothing was handed over yet: a wrong password, a bad certificate or a closed door may be mended.
  if (!(error instanceof DuringSend)) return { outcome: 'later', error: said }
  const code = replyCode(error)
  // The server's own no: 4xx for now, 5xx for good (RFC 5321 §4.2.1).
  if (code !== null) return { outcome: code >= 500 ? 'refused' : 'later', error: said }
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
    // External input can never name a file or URL to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: mail.getEnvelope(), bytes: await mail.build() }
}

function connectionOn(socket: Socket, { host, port, security }: MailSettings, ca: string | undefined): SMTPConnection {
  return new SMTPConnection({
    connection: socket,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // SNI needs a host name (RFC 6066); for an IP address the certificate has to contain the address.
    tls: { ...(isIP(host) === 0 ? { servername: host } : {}), minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** Runs one step of the SMTP dialogue. It ends with the step's callback or the end of the connection, whichever comes first. */
function step<T>(connection: SMTPConnection, run: (done: (error?: unknown, value?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error(errorText(error)))
    const end = (): void => fail(new Error('the server closed the connection'))
    connection.once('error', fail)
    connection.once('end', end)
    run((error, value) => {
      connection.removeListener('error', fail)
      connection.removeListener('end', end)
      // Later errors do not belong to the step, but without a listener they would end the process.
      connection.on('error', () => undefined)
      if (error) fail(error)
      else resolve(value as T) // the callback's own value
    })
  })
}

/**
 * Returns the transport for mail over SMTP. The guarded client opens the connection, and the certificate has to match the host.
 * Unencrypted connections are possible only to hosts that the installation lists.
 */
export function mailTransport(settings: MailSettings, secret: string, { reach, noting, ca }: MailWorld): Transport {
  const { host, port, security, user } = settings
  async function talk(message: Outgoing, line: CallLine): Promise<string> {
    const { envelope, bytes } = await compose(settings, message)
    const socket = await connectOut({ host, port }, reach, { connect_ms: TIMEOUT_MS })
    const connection = connectionOn(socket, settings, ca)
    try {
      await step(connection, done => connection.connect(done))
      if (user) await step(connection, done => connection.login({ user, credentials: { user, pass: secret } }, done))
      line.seen.sent_bytes = bytes.length
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
      if (!reach.allowsPlain(host, port) && (!MAIL_PORTS.has(port) || security === 'none'))
        return { outcome: 'refused', error: `${host}:${port} (${security})` }
      const line = beginLine(
        { ...noting, correlationId: message.id },
        { host: `${host}:${port}`, method: 'SMTP', path: '/' },
      )
      try {
        const receipt = await talk(message, line)
        await line.answered(null)
        return { outcome: 'sent', receipt }
      } catch (error) {
        const status = replyCode(error)
        line.seen.status = status
        await (status === null ? line.broke(reasonOf(error)) : line.answered(String(status)))
        return judge(error)
      }
    },
  }
}
