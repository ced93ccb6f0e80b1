export { aPile, aStation, quietPorts } from './a-station.ts'
