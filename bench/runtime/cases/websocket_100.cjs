// WebSocket messages of 100 bytes, there and back.
require('../websocket.cjs')(100, 20000);
