import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

const AskedPublication = lazyPart(async () => (await import('./version/asked-publication.tsx')).AskedPublication)

const PriceNow = lazyPart(async () => (await import('./place/place-prices.tsx')).PriceNow)
const PricesOfStation = lazyPart(async () => (await import('./place/place-prices.tsx')).PricesOfStation)
const PricesOfPile = lazyPart(async () => (await import('./place/place-prices.tsx')).PricesOfPile)

const PRICES = 'pricing.assignment:read'

export const consoleModule: ConsoleModule = {
  name: 'pricing',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  details: [
    { resource: 'assets.station', key: 'priceNow', tab: 'overview', needs: PRICES, Show: PriceNow },
    { resource: 'assets.station', key: 'prices', tab: 'prices', needs: PRICES, Show: PricesOfStation },
    { resource: 'assets.pile', key: 'prices', tab: 'prices', needs: PRICES, Show: PricesOfPile },
  ],
  decisions: { 'pricing.version:publish': AskedPublication },
}
