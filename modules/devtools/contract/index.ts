export { mqttBroker, publishMqtt } from './calls/mqtt.ts'
export type { MqttEvent, MqttLink } from './mqtt.ts'
export { MAX_FILTERS, MAX_PAYLOAD_BYTES, PAYLOAD_FORMS } from './mqtt.ts'
