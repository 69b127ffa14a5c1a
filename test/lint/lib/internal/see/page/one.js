const shared = 1;
const alone = 2;   // bad: unused-name
for (const key in document)
  draw(Math.max(key, 1));
