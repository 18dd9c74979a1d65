"""What the pytest plugin does once there is a page; pytest itself loads `pytest_cypher_pages`."""
