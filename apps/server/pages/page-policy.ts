/** Address to which browsers report violations of the page's policy; a path, so that it works under any host name. */
export const REPORT_PATH = '/jkweb/policy-report'

/**
 * Returns the policy of the console's page (trust ): only its own files, no script or style without this answer's
 * nonce, no frame around it, and no text that becomes HTML or script except by the page's one policy
 * (`apps/console/plain-text-only.ts`).
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${REPORT_PATH}`,
  ].join('; ')
}
