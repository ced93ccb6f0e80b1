import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { assetReader, namesTag } from './asset-files.ts'
import { pagePolicy } from './page-policy.ts'

const MISSING =
  '<!doctype html><meta charset="utf-8"><title>Wattyard</title><p>The console is not built: run <code>npm run build</code>.</p>'

/** Returns a reader of the page's text, which reads it again when the console was rebuilt beside a running server. */
function pageReader(file: string): () => string {
  let text = MISSING
  let readAt = -1
  return () => {
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1
    if (builtAt !== readAt) {
      text = builtAt < 0 ? MISSING : readFileSync(file, 'utf8')
      readAt = builtAt
    }
    return text
  }
}

/**
 * Serves the built console under `/jkweb/`: assets as immutable files from memory, and the page itself for every client route, with a new
 * nonce for each answer; `/` redirects there.
 */
export function serveConsole(fastify: FastifyInstance, folder: string): void {
  const page = pageReader(join(folder, 'index.html'))
  const asset = assetReader(join(folder, 'assets'))
  fastify.get<{ Params: { '*': string } }>('/jkweb/assets/*', async (request, reply) => {
    const found = await asset(request.params['*'], request.headers['accept-encoding'] ?? '')
    // A missing asset is a 404, never the page, so that an old chunk after an upgrade can be recognised.
    if (!found) return reply.callNotFound()
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'self'; frame-ancestors 'none'")
      .header('vary', 'accept-encoding')
      .header('etag', found.tag)
    if (namesTag(request.headers['if-none-match'] ?? '', found.tag)) return reply.code(304).send()
    if (found.coding) reply.header('content-encoding', found.coding)
    return reply.type(found.type).send(found.bytes)
  })
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page().replaceAll('__CSP_NONCE__', nonce))
  }
  fastify.get('/', (_request, reply) => reply.redirect('/jkweb/', 302))
  fastify.get('/jkweb', (_request, reply) => reply.redirect('/jkweb/', 302))
  fastify.get('/jkweb/*', (_request, reply) => sendPage(reply))
}
