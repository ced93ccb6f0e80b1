import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { TEST_CERTIFICATE, TEST_KEY } from '@wattyard/testing'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as received. */
  text: string
  isEncrypted: boolean
  user: string | null
}

export interface SmtpStandIn {
  port: number
  mails: ReceivedMail[]
  /** Answers of the server by command, instead of its usual ones; `drop` closes the connection without an answer. */
  replies: Map<string, string>
  close(): Promise<void>
}

interface Talk {
  from: string
  to: string[]
  user: string | null
  isEncrypted: boolean
}

const plainUser = (coded: string): string => Buffer.from(coded, 'base64').toString('utf8').split('\0')[1] ?? ''

/** A mail server with SMTP (RFC 5321), STARTTLS and AUTH PLAIN that keeps received mail. */
export async function smtpStandIn(): Promise<SmtpStandIn> {
  const mails: ReceivedMail[] = []
  const replies = new Map<string, string>()
  const open = new Set<Socket>()

  function serve(socket: Socket, talk: Talk): void {
    let buffer = ''
    let isData = false
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    const answer = (command: string, usual: string): boolean => {
      const reply = replies.get(command) ?? usual
      if (reply === 'drop') socket.destroy()
      else say(reply)
      return reply.startsWith('2') || reply.startsWith('3')
    }
    const command = (line: string): void => {
      const word = line.split(' ', 1)[0]?.toUpperCase() ?? ''
      switch (word) {
        case 'EHLO':
          return say(talk.isEncrypted ? '250-stand-in\r\n250 AUTH PLAIN' : '250-stand-in\r\n250 STARTTLS')
        case 'STARTTLS': {
          if (!answer('STARTTLS', '220 go ahead')) return
          socket.removeAllListeners('data')
          const secure = new TLSSocket(socket, {
            isServer: true,
            secureContext: createSecureContext({ cert: TEST_CERTIFICATE, key: TEST_KEY }),
          })
          secure.on('error', () => socket.destroy())
          return serve(secure, { ...talk, isEncrypted: true })
        }
        case 'AUTH':
          if (answer('AUTH', '235 welcome')) talk.user = plainUser(line.split(' ')[2] ?? '')
          return
        case 'MAIL':
          talk.from = /<(.*?)>/.exec(line)?.[1] ?? ''
          return void answer('MAIL', '250 ok')
        case 'RCPT':
          if (answer('RCPT', '250 ok')) talk.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
          return
        case 'DATA':
          isData = answer('DATA', '354 end with a dot')
          return
        case 'QUIT':
          say('221 bye')
          return void socket.end()
        default:
          return say('500 what')
      }
    }
    socket.on('data', (chunk: Buffer) => {
      buffer += chunk.toString('utf8')
      for (;;) {
        const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        const piece = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (!isData) {
          command(piece)
          continue
        }
        isData = false
        // Kept before the answer: a server that disconnects then has received the mail all the same.
        mails.push({ ...talk, to: [...talk.to], text: piece })
        answer('END', '250 queued as 42')
      }
    })
    socket.on('error', () => socket.destroy())
  }

  const server: Server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket, { from: '', to: [], user: null, isEncrypted: false })
    socket.write('220 stand-in ESMTP\r\n')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    mails,
    replies,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
