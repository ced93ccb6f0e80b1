export { type APrice, aPrice } from './a-price.ts'
export { aFlatTariff, aPlan, aTariff, SAMPLE_PRICES, SAMPLE_SLOTS } from './a-tariff.ts'
export { anyPoints, anyPolicy, anyTariff } from './arbitraries.ts'
