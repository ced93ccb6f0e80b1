import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,kernel,protocols,modules,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/journeys/**'],
    globalSetup: ['@wattyard/testing/global-setup'],
    pool: 'forks',
    maxWorkers: Number(process.env.WATTYARD_TEST_WORKERS ?? 2),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
