/** Where browsers say what the page's policy has stopped; a path, so that it works behind any name. */
export const REPORT_PATH = '/jkweb/policy-report'

/**
 * What the console's page may load and do (trust ): nothing but its own files, no script or style that does not
 * carry this answer's nonce, no frame around it, and no text that becomes HTML or script but for the one policy of the page
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
